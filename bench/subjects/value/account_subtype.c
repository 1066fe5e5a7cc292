/* SPDX-License-Identifier: Apache-2.0
 * account_subtype.c: accounts are of two types, which differ in how a transfer is done.
 * FAILS: assert
 * THREADS: 5
 * PAIRS: 2040 490 0 0
 * ANALYSIS: 256 29.10
 * WITHOUT_DISJOINT: 4590 490 0 0
 * STATES: 332 2132349
 * INSTRUCTIONS: 17699 68951390
 * SECONDS: 29.575 1125.44
 *
 * The bug, in transfer_business(): only the account from which the money comes is locked. Transfers between
 * private accounts are correct. -DPRIVATE=3 makes the threads as many as in the thesis. */
#include "../subject.h"
#include <assert.h>

#ifndef PRIVATE
#define PRIVATE 1
#endif
enum { BUSINESS = 2, ACCOUNTS = PRIVATE + BUSINESS };

struct account {
	pthread_mutex_t lock;
	int balance;
	void (*transfer)(struct account *from, struct account *to, int amount);
};

static struct account accounts[ACCOUNTS];

static void add(struct account *a, int amount)
{
	pthread_mutex_lock(&a->lock);
	a->balance += amount;
	pthread_mutex_unlock(&a->lock);
}

static void transfer_private(struct account *from, struct account *to, int amount)
{
	add(from, -amount);
	add(to, amount);
}

static void transfer_business(struct account *from, struct account *to, int amount)
{
#ifdef FIXED
	transfer_private(from, to, amount);
#else
	pthread_mutex_lock(&from->lock);
	from->balance -= amount;
	to->balance += amount; /* the bug: its lock is not held */
	pthread_mutex_unlock(&from->lock);
#endif
}

/* The account that gets the money: the next one of the same type. */
static struct account *partner(size_t me)
{
	if (me < PRIVATE)
		return &accounts[(me + 1) % PRIVATE];
	return &accounts[PRIVATE + (me - PRIVATE + 1) % BUSINESS];
}

static void *customer(void *argument)
{
	size_t me = (size_t)argument;

	accounts[me].transfer(&accounts[me], partner(me), 5);
	return NULL;
}

int main(void)
{
	pthread_t customers[ACCOUNTS];

	for (int i = 0; i < ACCOUNTS; i++) {
		pthread_mutex_init(&accounts[i].lock, NULL);
		accounts[i].transfer = i < PRIVATE ? transfer_private : transfer_business;
	}
	for (size_t i = 0; i < ACCOUNTS; i++)
		customers[i] = subject_start(customer, (void *)i);
	for (int i = 0; i < ACCOUNTS; i++)
		pthread_join(customers[i], NULL);
	for (int i = 0; i < ACCOUNTS; i++)
		assert(accounts[i].balance == 0);
	return 0;
}
