/* SPDX-License-Identifier: Apache-2.0
 * race_two_tables.c: two tables that belong together are changed under two locks: a reader sees the one
 * without the other.
 * EXPECT: exit  EXPLAIN: 16|17 18|20 28|29|31|32 [14 21 30 33] */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t by_name_lock = PTHREAD_MUTEX_INITIALIZER, by_id_lock = PTHREAD_MUTEX_INITIALIZER;
static int by_name[4], by_id[4], names, ids;
static void *add_user(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&by_name_lock);
	by_name[names] = 17;
	names++;
	pthread_mutex_unlock(&by_name_lock);
	pthread_mutex_lock(&by_id_lock);
	by_id[ids] = 17;
	ids++;
	pthread_mutex_unlock(&by_id_lock);
	return NULL;
}

static void *audit(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&by_name_lock);
	int n = names;
	pthread_mutex_unlock(&by_name_lock);
	pthread_mutex_lock(&by_id_lock);
	int i = ids;
	pthread_mutex_unlock(&by_id_lock);
	if (n > i) {
		fprintf(stderr, "%d names but %d ids\n", n, i);
		exit(1);
	}
	return NULL;
}

int main(void)
{
	pthread_t a, b;
	pthread_create(&a, NULL, add_user, NULL);
	pthread_create(&b, NULL, audit, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
