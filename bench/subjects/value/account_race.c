/* SPDX-License-Identifier: Apache-2.0
 * account_race.c: each thread transfers money from its own account to the next one.
 * FAILS: assert
 * THREADS: 5
 * PAIRS: 1890 1210 0 0
 * ANALYSIS: 314 86.48
 * WITHOUT_DISJOINT: 4320 1210 0 0
 * STATES: 124 344
 * INSTRUCTIONS: 12388 10310
 * SECONDS: 88.83 4.09
 *
 * The bug, in transfer(): only the account from which the money comes is locked. -DACCOUNTS=5 makes the
 * threads as many as in the thesis. */
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
#ifdef FIXED
	add(from, -amount);
	add(to, amount);
#else
	pthread_mutex_lock(&from->lock);
	from->balance -= amount;
	to->balance += amount; /* the bug: its lock is not held */
	pthread_mutex_unlock(&from->lock);
#endif
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
