/* SPDX-License-Identifier: Apache-2.0
 * free_list.c: three threads take blocks from a lock-free list of free blocks and give them back.
 * FAILS: assert
 * THREADS: 3
 *
 * The bug, in take(): the list's head is compared with a block that may have been taken and given back since
 * its successor was read (ABA). The successor is then in use by another thread, and becomes the head. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

#define BLOCKS 4
#define END    BLOCKS

static atomic_int next_of[BLOCKS] = {1, 2, 3, END};
static atomic_uint head; /* the block; in the correct one also how often it was changed, times 16 */
static atomic_int in_use[BLOCKS];

static unsigned changed(unsigned before, unsigned block)
{
#ifdef FIXED
	return ((before / 16 + 1) * 16) + block;
#else
	(void)before; /* the bug: the same block again looks as if nothing had happened */
	return block;
#endif
}

static int take(void)
{
	unsigned first = atomic_load(&head);

	while (first % 16 != END) {
		unsigned next = (unsigned)atomic_load(&next_of[first % 16]);

		if (atomic_compare_exchange_strong(&head, &first, changed(first, next)))
			return (int)(first % 16);
	}
	return -1;
}

static void give_back(int block)
{
	unsigned first = atomic_load(&head);

	do
		atomic_store(&next_of[block], (int)(first % 16));
	while (!atomic_compare_exchange_strong(&head, &first, changed(first, (unsigned)block)));
}

static void use(int block)
{
	if (block >= 0)
		assert(atomic_fetch_add(&in_use[block], 1) == 0);
}

static void done(int block)
{
	if (block < 0)
		return;
	atomic_fetch_sub(&in_use[block], 1);
	give_back(block);
}

static void *user(void *unused)
{
	int a = take();
	int b;

	use(a);
	b = take();
	use(b);
	done(a);
	done(b);
	return unused;
}

int main(void)
{
	pthread_t users[3];

	for (int i = 0; i < 3; i++)
		users[i] = subject_start(user, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(users[i], NULL);
	return 0;
}
