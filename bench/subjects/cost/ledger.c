/* SPDX-License-Identifier: Apache-2.0
 * ledger.c: a long run of short units of work, to measure what it costs to check them.
 * SETS: struct ledger
 * FAILS:
 *
 * There is no bug. The argument is how many thousand transfers each of the two clerks makes; each is about 25
 * accesses. */
#include "../monitor.h"

enum { ACCOUNTS = 64, CLERKS = 2 };

struct ledger {
	pthread_mutex_t lock;
	long balance[ACCOUNTS], transfers, sum;
};

static struct ledger *ledger;
static long transfers;

void ledger_transfer(struct ledger *l, unsigned from, unsigned to, long amount)
{
	pthread_mutex_lock(&l->lock);
	l->balance[from] -= amount;
	l->balance[to] += amount;
	l->transfers++;
	l->sum = 0;
	for (int i = 0; i < 16; i++)
		l->sum += l->balance[(from + (unsigned)i) % ACCOUNTS];
	pthread_mutex_unlock(&l->lock);
}

static void *clerk(void *unused)
{
	unsigned x = 1;

	for (long i = 0; i < transfers; i++) {
		x = subject_compute(x);
		ledger_transfer(ledger, x % ACCOUNTS, (x >> 8) % ACCOUNTS, (long)(x >> 16) % 100);
	}
	return unused;
}

int main(int argc, char **argv)
{
	long sum = 0;

	transfers = 1000 * (argc > 1 ? atol(argv[1]) : 1);
	ledger = calloc(1, sizeof *ledger);
	monitor_init(&ledger->lock);
	RUN(NULL, clerk, clerk);
	for (int i = 0; i < ACCOUNTS; i++)
		sum += ledger->balance[i];
	assert(sum == 0 && ledger->transfers == CLERKS * transfers);
	free(ledger);
	return 0;
}
