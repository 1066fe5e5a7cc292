/* SPDX-License-Identifier: Apache-2.0
 * heap_late_reference.c: references are counted atomically, but a thread takes its own only after the last
 * one may have been dropped.
 * EXPECT: use-after-free  EXPLAIN: 18 26 [17 24 40] */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct conn {
	atomic_int refs;
	int fd;
};

static struct conn *_Atomic current;
static void conn_put(struct conn *c)
{
	if (atomic_fetch_sub(&c->refs, 1) == 1)
		free(c);
}

static void *worker(void *unused)
{
	(void)unused;
	struct conn *c = atomic_load(&current);
	if (c) {
		atomic_fetch_add(&c->refs, 1);
		conn_put(c);
	}
	return NULL;
}

int main(void)
{
	struct conn *c = malloc(sizeof(*c));
	atomic_init(&c->refs, 1);
	c->fd = 4;
	atomic_store(&current, c);
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	conn_put(atomic_exchange(&current, NULL));
	pthread_join(t, NULL);
	return 0;
}
