/* SPDX-License-Identifier: Apache-2.0
 *
 * lock_rare_order: two locks are taken in opposite orders, at once by one thread and after long work by the
 * other one, which needs the first one's lock on its way, too. They hardly ever deadlock by chance.
 *
 * EXPECT: deadlock  EXPLAIN: 26 27 40 41
 * ARGS: -s deadlock
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define WORK 200

static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER, row = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done[2];

static void work(atomic_int *count)
{
	for (int i = 0; i < WORK; i++)
		atomic_fetch_add(count, 1);
}

static void *early(void *unused)
{
	pthread_mutex_lock(&table);
	pthread_mutex_lock(&row);
	pthread_mutex_unlock(&row);
	pthread_mutex_unlock(&table);
	work(&done[0]);
	return unused;
}

static void *late(void *unused)
{
	work(&done[1]);
	pthread_mutex_lock(&table);
	pthread_mutex_unlock(&table);
	work(&done[1]);
	pthread_mutex_lock(&row);
	pthread_mutex_lock(&table);
	pthread_mutex_unlock(&table);
	pthread_mutex_unlock(&row);
	return unused;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, early, NULL);
	pthread_create(&threads[1], NULL, late, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
