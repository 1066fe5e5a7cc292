/* SPDX-License-Identifier: Apache-2.0
 *
 * An account that also has what nobody reads together with its balance: the last amount belongs to the number
 * of entries, and that to the balance. With -DSPLIT an amount is booked in two critical sections. */
#include "split.h"

#include <stdlib.h>

struct account {
	pthread_mutex_t lock;
	int balance, entries, last;
};

static void book(struct account *a, int amount)
{
	pthread_mutex_lock(&a->lock);
	a->balance += amount;
	SPLIT_HERE(&a->lock);
	a->entries++;
	a->last = amount;
	pthread_mutex_unlock(&a->lock);
}

static int mean(struct account *a)
{
	int balance, entries;

	pthread_mutex_lock(&a->lock);
	balance = a->balance;
	entries = a->entries;
	pthread_mutex_unlock(&a->lock);
	return entries ? balance / entries : 0;
}

static void *teller(void *account)
{
	for (int i = 0; i < 3; i++)
		book(account, 10 * i);
	return NULL;
}

static void *clerk(void *account)
{
	for (int i = 0; i < 3; i++)
		use(mean(account));
	return NULL;
}

int main(void)
{
	struct account *a = calloc(1, sizeof *a);

	pthread_mutex_init(&a->lock, NULL);
	two_threads(teller, a, clerk, a);
	free(a);
	return 0;
}
