/* SPDX-License-Identifier: Apache-2.0
 * late_round.c: a cleaner goes round thirty times and frees what was not touched for long; a worker touches
 * it.
 * FAILS: use-after-free
 * THREADS: 2
 *
 * The bug, in work(): the worker takes the entry and touches it in two steps. All of the cleaner's thirty
 * rounds have to come between them, in the first round of the worker. */
#include "../../subject.h"
#include <stdatomic.h>

#define ROUNDS 30
#define OLD    28

struct entry {
	atomic_int age;
};

static _Atomic(struct entry *) table;
#ifdef FIXED
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif

static void locked(int begin)
{
#ifdef FIXED
	if (begin)
		pthread_mutex_lock(&lock);
	else
		pthread_mutex_unlock(&lock);
#else
	(void)begin;
#endif
}

static void clean_once(void)
{
	struct entry *e;

	locked(1);
	e = atomic_load(&table);
	if (e && atomic_fetch_add(&e->age, 1) >= OLD) {
		atomic_store(&table, NULL);
		free(e);
	}
	locked(0);
}

static void *clean(void *unused)
{
	for (int i = 0; i < ROUNDS; i++)
		clean_once();
	return unused;
}

static void *work(void *unused)
{
	for (int i = 0; i < ROUNDS; i++) {
		struct entry *e;

		locked(1);
		e = atomic_load(&table);
		if (e)
			atomic_store(&e->age, 0); /* the bug: it may have grown old and been freed */
		locked(0);
	}
	return unused;
}

int main(void)
{
	pthread_t a, b;

	table = calloc(1, sizeof(struct entry));
	a = subject_start(work, NULL);
	b = subject_start(clean, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
