/* SPDX-License-Identifier: Apache-2.0
 * progress_poll_and_work.c: two threads work on something of their own until a third one, which has a few
 * steps to make, says that it is enough. However a strategy orders them, the third one gets on.
 * EXPECT: passed
 * ARGS: -n 60 --max-steps 1000000
 * DETERMINISM: 20 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int enough, turns;
static int steps;

static void *work(void *unused)
{
	for (unsigned i = 0; !atomic_load(&enough); i++)
		for (volatile unsigned k = 0; k < i % 8; k++)
			atomic_fetch_add(&turns, 1);
	return unused;
}

static void *finish(void *unused)
{
	for (int i = 0; i < 8; i++) {
		pthread_mutex_lock(&lock);
		steps++;
		pthread_mutex_unlock(&lock);
	}
	atomic_store(&enough, 1);
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, i < 2 ? work : finish, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	assert(steps == 8);
	return 0;
}
