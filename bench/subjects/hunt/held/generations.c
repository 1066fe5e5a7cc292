/* SPDX-License-Identifier: Apache-2.0
 * generations.c: a setting is kept in two copies, and a number says which of them is to be read.
 * FAILS: assert
 * THREADS: 3
 *
 * The bug, in read_setting(): while a reader copies the current one, the writer may have gone on by two
 * generations, and writes into the copy that is being read. One switch to the writer has to come between the
 * reader's reads, and the writer has to be stopped in the middle of its second round. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

static atomic_int generation;
static atomic_int copies[2][2];
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void lock_it(void)
{
#ifdef FIXED
	pthread_mutex_lock(&lock);
#endif
}

static void unlock_it(void)
{
#ifdef FIXED
	pthread_mutex_unlock(&lock);
#endif
}

static void *write_settings(void *unused)
{
	for (int g = 1; g <= 2; g++) {
		lock_it();
		atomic_store(&copies[g % 2][0], g);
		atomic_store(&copies[g % 2][1], g);
		atomic_store(&generation, g);
		unlock_it();
	}
	return unused;
}

static void *read_setting(void *unused)
{
	int which, a, b;

	lock_it();
	which = atomic_load(&generation) % 2;
	a = atomic_load(&copies[which][0]); /* the bug: this copy need not be the current one any more */
	b = atomic_load(&copies[which][1]);
	unlock_it();
	assert(a == b);
	return unused;
}

int main(void)
{
	pthread_t threads[3] = {subject_start(write_settings, NULL), subject_start(read_setting, NULL),
				subject_start(read_setting, NULL)};

	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
