/* SPDX-License-Identifier: Apache-2.0
 * account_deadlock.c: each thread transfers money from its own account to the next one.
 * FAILS: deadlock
 * THREADS: 5
 * PAIRS: 0 1210 0 0
 * ANALYSIS: 269 57.83
 * STATES: 49991 314118
 * INSTRUCTIONS: 1119633 8308060
 * SECONDS: 333.127 160.73
 *
 * The bug, in transfer(): the account from which the money comes is locked first, which makes a circle.
 * -DACCOUNTS=5 makes the threads as many as in the thesis. */
#include "../subject.h"
#include <assert.h>

#ifndef ACCOUNTS
#define ACCOUNTS 3
#endif

struct account {
	pthread_mutex_t lock;
	int balance;
};

static struct account accounts[ACCOUNTS];

static void add(struct account *a, int amount)
{
	pthread_mutex_lock(&a->lock);
	a->balance += amount;
	pthread_mutex_unlock(&a->lock);
}

static void transfer(struct account *from, struct account *to, int amount)
{
	struct account *outer = from, *inner = to;

#ifdef FIXED
	if (outer > inner)
		outer = to, inner = from;
#endif
	pthread_mutex_lock(&outer->lock);
	pthread_mutex_lock(&inner->lock); /* the bug: all threads can have come to here */
	from->balance -= amount;
	to->balance += amount;
	pthread_mutex_unlock(&inner->lock);
	pthread_mutex_unlock(&outer->lock);
}

static void *customer(void *argument)
{
	size_t me = (size_t)argument;

	add(&accounts[me], 10);
	transfer(&accounts[me], &accounts[(me + 1) % ACCOUNTS], 5);
	return NULL;
}

int main(void)
{
	pthread_t customers[ACCOUNTS];

	for (int i = 0; i < ACCOUNTS; i++)
		pthread_mutex_init(&accounts[i].lock, NULL);
	for (size_t i = 0; i < ACCOUNTS; i++)
		customers[i] = subject_start(customer, (void *)i);
	for (int i = 0; i < ACCOUNTS; i++)
		pthread_join(customers[i], NULL);
	for (int i = 0; i < ACCOUNTS; i++)
		assert(accounts[i].balance == 10);
	return 0;
}
