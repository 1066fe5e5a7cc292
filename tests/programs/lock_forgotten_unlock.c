/* SPDX-License-Identifier: Apache-2.0
 * lock_forgotten_unlock.c: an error path that few schedules take returns with the lock held.
 * EXPECT: deadlock  EXPLAIN: 13 [14 16 24 25] */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stock = 1;

static void *buy(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	if (stock == 0)
		return NULL;
	stock--;
	pthread_mutex_unlock(&lock);
	return NULL;
}

static void *restock(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	stock++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t[3];

	pthread_create(&t[0], NULL, buy, NULL);
	pthread_create(&t[1], NULL, restock, NULL);
	pthread_create(&t[2], NULL, buy, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
