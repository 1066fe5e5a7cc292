/* SPDX-License-Identifier: Apache-2.0
 * scale_hot_race.c: an update is lost only late in a run, where only some visits are scheduling points.
 * EXPECT: assert  EXPLAIN: 18
 * ARGS: -n 60
 * REPLAYS: 10
 * DETERMINISM: 10 */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { WARM_UP = 30000, LATE = 2000 };

static volatile long count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void add(void)
{
	count = count + 1;
}

static void *work(void *unused)
{
	(void)unused;
	for (int i = 0; i < WARM_UP; i++) {
		pthread_mutex_lock(&lock);
		add();
		pthread_mutex_unlock(&lock);
	}
	for (int i = 0; i < LATE; i++)
		add();
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, work, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(count == 2L * (WARM_UP + LATE));
	return 0;
}
