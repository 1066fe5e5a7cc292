/* SPDX-License-Identifier: Apache-2.0
 * suns_account.c: a bank with many accounts and a total; tellers deposit and withdraw.
 * SETS: struct bank
 * VIOLATES: bank_withdraw/bank_withdraw bank_withdraw/bank_deposit
 * FAILS: assert
 * PAPER: cycles 39, wrong 0
 *
 * The bug: whether there is enough money is asked in one critical section, and it is paid in another one. */
#include "../monitor.h"
#include <stdbool.h>

enum { ACCOUNTS = 3 };

struct bank {
	pthread_mutex_t lock;
	long balance[ACCOUNTS], total;
};

static struct bank *bank;
static int rounds;

long bank_balance(struct bank *b, int account)
{
	long balance;

	pthread_mutex_lock(&b->lock);
	balance = b->balance[account];
	pthread_mutex_unlock(&b->lock);
	return balance;
}

void bank_deposit(struct bank *b, int account, long amount)
{
	pthread_mutex_lock(&b->lock);
	b->balance[account] += amount;
	b->total += amount;
	pthread_mutex_unlock(&b->lock);
}

bool bank_withdraw(struct bank *b, int account, long amount)
{
	bool enough;

	ought_lock(&b->lock);
	enough = bank_balance(b, account) >= amount;
	if (enough) {
		pthread_mutex_lock(&b->lock);
		b->balance[account] -= amount;
		b->total -= amount;
		OUGHT(b->balance[account] >= 0);
		pthread_mutex_unlock(&b->lock);
	}
	ought_unlock(&b->lock);
	return enough;
}

static void *teller(void *unused)
{
	for (int i = 0; i < rounds; i++) {
		bank_deposit(bank, 1 + i % 2, 5);
		bank_withdraw(bank, 0, 30);
	}
	return unused;
}

static void *saver(void *unused)
{
	bank_deposit(bank, 0, 10);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 2);
	bank = calloc(1, sizeof *bank);
	monitor_init(&bank->lock);
	bank_deposit(bank, 0, 50);
	RUN(NULL, teller, teller, saver);
	assert(bank->balance[0] + bank->balance[1] + bank->balance[2] == bank->total);
	free(bank);
	return 0;
}
