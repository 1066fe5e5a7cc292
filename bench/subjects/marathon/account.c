/* SPDX-License-Identifier: Apache-2.0
 * account.c: money goes from one account to the other, both ways.
 * SETS: struct account
 * VIOLATES: account_transfer/account_transfer account_transfer/account_deposit
 * FAILS: assert
 * PAPER: cycles 1, wrong 0
 *
 * The bug: a transfer reads a balance in one critical section and sets it in another one. */
#include "../monitor.h"

struct account {
	pthread_mutex_t lock;
	long balance;
	int bookings;
};

static struct account *ours, *theirs;
static pthread_mutex_t ledger = MONITOR;
static int rounds;

long account_balance(struct account *a)
{
	long balance;

	pthread_mutex_lock(&a->lock);
	balance = a->balance;
	pthread_mutex_unlock(&a->lock);
	return balance;
}

void account_set(struct account *a, long balance)
{
	pthread_mutex_lock(&a->lock);
	a->balance = balance;
	a->bookings++;
	pthread_mutex_unlock(&a->lock);
}

void account_deposit(struct account *a, long amount)
{
	ought_lock(&ledger);
	pthread_mutex_lock(&a->lock);
	a->balance += amount;
	a->bookings++;
	pthread_mutex_unlock(&a->lock);
	ought_unlock(&ledger);
}

void account_transfer(struct account *from, struct account *to, long amount)
{
	ought_lock(&ledger);
	account_set(from, account_balance(from) - amount);
	account_set(to, account_balance(to) + amount);
	ought_unlock(&ledger);
}

static void *pays(void *unused)
{
	for (int i = 0; i < rounds; i++)
		account_transfer(ours, theirs, 10);
	return unused;
}

static void *receives(void *unused)
{
	for (int i = 0; i < rounds; i++)
		account_transfer(theirs, ours, 10);
	account_deposit(ours, 1);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 1);
	ours = calloc(1, sizeof *ours);
	theirs = calloc(1, sizeof *theirs);
	monitor_init(&ours->lock);
	monitor_init(&theirs->lock);
	RUN(NULL, pays, receives);
	assert(ours->balance == 1 && theirs->balance == 0);
	free(ours);
	free(theirs);
	return 0;
}
