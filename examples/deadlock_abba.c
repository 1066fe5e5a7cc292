/* SPDX-License-Identifier: Apache-2.0
 *
 * AB-BA deadlock: two transfers in opposite directions wait for each other for ever.
 * EXPECT: deadlock  EXPLAIN: 23 24
 *
 * The bug: transfer() locks the account that pays and then the one that receives. Two transfers between
 * the same accounts, in opposite directions, may each hold their first lock and wait for the other's.
 *
 * The fix: take the locks in one global order, for example by address, whatever the direction. */
#include <pthread.h>
#include <stddef.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static struct account savings = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account checking = {PTHREAD_MUTEX_INITIALIZER, 100};

static void transfer(struct account *from, struct account *to, int amount)
{
	pthread_mutex_lock(&from->lock);
	pthread_mutex_lock(&to->lock);
	from->balance -= amount;
	to->balance += amount;
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void *save(void *unused)
{
	(void)unused;
	transfer(&checking, &savings, 30);
	return NULL;
}

static void *spend(void *unused)
{
	(void)unused;
	transfer(&savings, &checking, 50);
	return NULL;
}

int main(void)
{
	pthread_t saver, spender;

	pthread_create(&saver, NULL, save, NULL);
	pthread_create(&spender, NULL, spend, NULL);
	pthread_join(saver, NULL);
	pthread_join(spender, NULL);
	return savings.balance + checking.balance == 200 ? 0 : 1;
}
