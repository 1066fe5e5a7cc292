/* SPDX-License-Identifier: Apache-2.0
 * bank_account.c: clerks book to accounts, an auditor pays interest.
 * IDIOM: 1
 * FAILS: assert
 * INPUT: 8
 * PAPER: 6 9.0 1 0.9 12 17.4 44 35.4
 *
 * The bug: the interest is added to a balance that was read before the lock was taken; what is booked
 * in between is lost. The root: cents written by book() => written by pay_interest(). */
#include "../subject.h"
#include <assert.h>

enum { ACCOUNTS = 4, CLERKS = 2 };

struct account {
	pthread_mutex_t lock;
	long cents, interest;
	unsigned bookings;
};

static struct account accounts[ACCOUNTS];
static long booked[CLERKS][ACCOUNTS]; /* what each clerk remembers */
static int bookings;

static void book(struct account *a, long cents)
{
	pthread_mutex_lock(&a->lock);
	a->cents += cents;
	a->bookings++;
	pthread_mutex_unlock(&a->lock);
}

static void pay_interest(struct account *a)
{
	long cents;

#ifdef FIXED
	pthread_mutex_lock(&a->lock);
	cents = a->cents;
#else
	cents = a->cents;
	pthread_mutex_lock(&a->lock);
#endif
	a->cents = cents + 5;
	a->interest += 5;
	pthread_mutex_unlock(&a->lock);
}

static void *clerk(void *argument)
{
	size_t me = (size_t)argument;
	unsigned x = (unsigned)me;

	for (int i = 0; i < bookings; i++) {
		long cents = (long)(x % 100) + 1;
		unsigned which = i == bookings - 1 ? (unsigned)me : 2 + (unsigned)i % 2;

		x = subject_compute(x);
		book(&accounts[which], cents);
		booked[me][which] += cents;
	}
	return NULL;
}

/* Only the accounts that are rarely used bear interest. */
static void *auditor(void *unused)
{
	pay_interest(&accounts[0]);
	pay_interest(&accounts[1]);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t clerks[CLERKS], auditing;

	bookings = 4 + 4 * subject_input(argc, argv, 8);
	for (int i = 0; i < ACCOUNTS; i++)
		pthread_mutex_init(&accounts[i].lock, NULL);
	auditing = subject_start(auditor, NULL);
	for (size_t i = 0; i < CLERKS; i++)
		clerks[i] = subject_start(clerk, (void *)i);
	for (int i = 0; i < CLERKS; i++)
		pthread_join(clerks[i], NULL);
	pthread_join(auditing, NULL);
	for (int i = 0; i < ACCOUNTS; i++)
		assert(accounts[i].cents == booked[0][i] + booked[1][i] + accounts[i].interest);
	return 0;
}
