/* SPDX-License-Identifier: Apache-2.0
 * sync_mutex_freed.c: a thread locks a mutex inside an object that another thread may have freed.
 * EXPECT: use-after-free  EXPLAIN: 33 16|17|18 */
#include <pthread.h>
#include <stdlib.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static void *deposit(void *arg)
{
	struct account *account = arg;

	pthread_mutex_lock(&account->lock);
	account->balance++;
	pthread_mutex_unlock(&account->lock);
	return NULL;
}

int main(void)
{
	struct account *account = malloc(sizeof *account);
	pthread_t t;

	pthread_mutex_init(&account->lock, NULL);
	account->balance = 0;
	pthread_create(&t, NULL, deposit, account);
	pthread_mutex_lock(&account->lock);
	account->balance++;
	pthread_mutex_unlock(&account->lock);
	free(account);
	pthread_join(t, NULL);
	return 0;
}
