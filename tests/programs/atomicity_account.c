/* SPDX-License-Identifier: Apache-2.0
 *
 * atomicity_account: each access to the balance is locked, but a deposit is two critical sections, one to
 * read it and one to write it. One thread makes its deposit at once, the other one after long work of its
 * own, so that deposits hardly ever overlap by chance. There is no race.
 *
 * EXPECT: assert  EXPLAIN: 28 36 [42]
 * ARGS: -s atomicity
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define WORK 150

static struct {
	pthread_mutex_t lock;
	int balance;
} account = {.lock = PTHREAD_MUTEX_INITIALIZER};

static atomic_int done[2];

static int get(void)
{
	int balance;

	pthread_mutex_lock(&account.lock);
	balance = account.balance;
	pthread_mutex_unlock(&account.lock);
	return balance;
}

static void set(int balance)
{
	pthread_mutex_lock(&account.lock);
	account.balance = balance;
	pthread_mutex_unlock(&account.lock);
}

static void deposit(int amount)
{
	set(get() + amount);
}

static void work(atomic_int *done)
{
	for (int i = 0; i < WORK; i++)
		atomic_fetch_add(done, 1);
}

static void *early(void *arg)
{
	deposit(1);
	work(arg);
	return NULL;
}

static void *late(void *arg)
{
	work(arg);
	deposit(2);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, early, &done[0]);
	pthread_create(&threads[1], NULL, late, &done[1]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	assert(get() == 3);
	return 0;
}
