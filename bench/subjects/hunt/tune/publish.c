/* SPDX-License-Identifier: Apache-2.0
 * publish.c: a table is made in two stages, and two readers use it as soon as it is there.
 * FAILS: assert
 * THREADS: 3
 *
 * The bug, in make(): the table is published after the first stage. A reader that finds it there and asks
 * whether it is complete in the second stage's middle computes with a size that belongs to no table. */
#include "../../subject.h"
#include <assert.h>
#include <stdatomic.h>

struct table {
	atomic_int size, used, checksum;
};

static struct table the_table;
static _Atomic(struct table *) published;

static void *make(void *unused)
{
	struct table *t = &the_table;

	atomic_store(&t->size, 16);
#ifndef FIXED
	atomic_store(&published, t); /* the bug: the second stage is still to come */
#endif
	atomic_store(&t->used, 7);
	atomic_store(&t->checksum, 16 + 7);
#ifdef FIXED
	atomic_store(&published, t);
#endif
	return unused;
}

static void *use(void *unused)
{
	struct table *t = atomic_load(&published);

	if (t && atomic_load(&t->used))
		assert(atomic_load(&t->checksum) == atomic_load(&t->size) + atomic_load(&t->used));
	return unused;
}

int main(void)
{
	pthread_t threads[3] = {subject_start(make, NULL), subject_start(use, NULL),
				subject_start(use, NULL)};

	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
