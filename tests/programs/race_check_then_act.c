/* SPDX-License-Identifier: Apache-2.0
 * race_check_then_act.c: the balance is checked in one critical section and drawn from in another.
 * EXPECT: exit  EXPLAIN: 13 23 */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static int enough(int amount)
{
	pthread_mutex_lock(&lock);
	int yes = balance >= amount;
	pthread_mutex_unlock(&lock);
	return yes;
}

static void *withdraw(void *unused)
{
	(void)unused;
	if (enough(60)) {
		pthread_mutex_lock(&lock);
		balance -= 60;
		pthread_mutex_unlock(&lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, withdraw, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return balance < 0 ? 4 : 0;
}
