/* SPDX-License-Identifier: Apache-2.0
 * transfer_counter.c: the example of Marathon: atomic transfers, and a counter with a lock of its own.
 * SETS: struct account, struct counter
 * FAILS:
 *
 * There is no bug: an increment between the two of a transfer is not serializable as a whole, but it is so
 * for the account and for the counter, which do not belong together. */
#include "../monitor.h"

struct account {
	pthread_mutex_t lock;
	long checking, savings;
};

struct counter {
	pthread_mutex_t lock;
	int operations;
};

static struct account *account;
static struct counter *counter;
static int rounds;

void counter_increment(struct counter *c)
{
	pthread_mutex_lock(&c->lock);
	c->operations++;
	pthread_mutex_unlock(&c->lock);
}

void account_transfer(struct account *a, long amount)
{
	pthread_mutex_lock(&a->lock);
	counter_increment(counter);
	a->savings -= amount;
	a->checking += amount;
	counter_increment(counter);
	pthread_mutex_unlock(&a->lock);
}

static void *transfers(void *unused)
{
	for (int i = 0; i < rounds; i++)
		account_transfer(account, 10);
	return unused;
}

static void *counts(void *unused)
{
	for (int i = 0; i < rounds; i++)
		counter_increment(counter);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 2);
	account = calloc(1, sizeof *account);
	counter = calloc(1, sizeof *counter);
	monitor_init(&account->lock);
	monitor_init(&counter->lock);
	RUN(NULL, transfers, transfers, counts);
	assert(counter->operations == 5 * rounds);
	assert(account->checking + account->savings == 0);
	free(account);
	free(counter);
	return 0;
}
