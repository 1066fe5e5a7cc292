/* SPDX-License-Identifier: Apache-2.0
 *
 * Lost update: two cashiers deposit into one account, and some of the money disappears.
 * EXPECT: assert  EXPLAIN: 20
 *
 * The bug: `balance += amount` is a read, an addition and a write. When the other cashier writes between
 * our read and our write, that deposit is overwritten as if it had never been made.
 *
 * The fix: make the three steps one. Hold a mutex around the addition, or declare the balance _Atomic. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { CASHIERS = 2, DEPOSITS = 3, AMOUNT = 10 };

static int balance;

static void deposit(int amount)
{
	balance += amount;
}

static void *cashier(void *unused)
{
	(void)unused;
	for (int i = 0; i < DEPOSITS; i++)
		deposit(AMOUNT);
	return NULL;
}

int main(void)
{
	pthread_t cashiers[CASHIERS];

	for (int i = 0; i < CASHIERS; i++)
		pthread_create(&cashiers[i], NULL, cashier, NULL);
	for (int i = 0; i < CASHIERS; i++)
		pthread_join(cashiers[i], NULL);

	assert(balance == CASHIERS * DEPOSITS * AMOUNT);
	return 0;
}
