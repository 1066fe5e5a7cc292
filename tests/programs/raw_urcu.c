/* SPDX-License-Identifier: Apache-2.0
 * raw_urcu.c: read-copy-update by liburcu, which was not rebuilt: readers never see what is already freed.
 * EXPECT: passed
 * FLAGS: -lurcu-memb
 * ARGS: -n 200
 * DETERMINISM: 30 */
#define RCU_MEMB
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <urcu.h>

struct config {
	int a, b;
};

static struct config *current;

static struct config *make(int n)
{
	struct config *c = malloc(sizeof *c);

	c->a = n;
	c->b = -n;
	return c;
}

static void *reader(void *arg)
{
	rcu_register_thread();
	for (int i = 0; i < 2; i++) {
		struct config *c;

		rcu_read_lock();
		c = rcu_dereference(current);
		assert(c->a + c->b == 0);
		rcu_read_unlock();
	}
	rcu_unregister_thread();
	return arg;
}

static void *writer(void *arg)
{
	struct config *old;

	rcu_register_thread();
	old = rcu_xchg_pointer(&current, make(2));
	synchronize_rcu();
	free(old);
	rcu_unregister_thread();
	return arg;
}

int main(void)
{
	pthread_t t[3];

	current = make(1);
	pthread_create(&t[0], NULL, reader, NULL);
	pthread_create(&t[1], NULL, reader, NULL);
	pthread_create(&t[2], NULL, writer, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(current->a == 2);
	free(current);
	return 0;
}
