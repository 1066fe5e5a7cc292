/* SPDX-License-Identifier: Apache-2.0
 *
 * Use after free: a reference count that goes up too late.
 * EXPECT: use-after-free | double-free  EXPLAIN: 36 43|35 [41 49]
 *
 * The bug: the reader loads the pointer to the shared page and then takes its reference. In between, the
 * writer may replace the page and drop the last reference, so the reader counts up in freed memory. That
 * the counter is atomic does not help: it lives in the very object that it is to keep alive.
 *
 * The fix: load the pointer and take the reference as one step, under the lock that replace() holds. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct page {
	atomic_int references;
	int number;
};

static _Atomic(struct page *) current;

static struct page *new_page(int number)
{
	struct page *p = malloc(sizeof *p);

	if (!p)
		abort();
	atomic_init(&p->references, 1);
	p->number = number;
	return p;
}

static void release(struct page *p)
{
	if (atomic_fetch_sub(&p->references, 1) == 1)
		free(p);
}

static struct page *acquire(void)
{
	struct page *p = atomic_load(&current);

	atomic_fetch_add(&p->references, 1); /* p may be gone by now */
	return p;
}

static void replace(struct page *with)
{
	release(atomic_exchange(&current, with));
}

static void *reader(void *unused)
{
	struct page *p = acquire();

	(void)unused;
	release(p);
	return NULL;
}

static void *writer(void *unused)
{
	(void)unused;
	replace(new_page(2));
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	atomic_store(&current, new_page(1));
	pthread_create(&threads[0], NULL, reader, NULL);
	pthread_create(&threads[1], NULL, writer, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	release(atomic_load(&current));
	return 0;
}
