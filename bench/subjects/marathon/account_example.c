/* SPDX-License-Identifier: Apache-2.0
 * account_example.c: the example of both papers: an account is copied while interest is credited.
 * SETS: struct account
 * VIOLATES: account_copy/account_credit
 * FAILS: assert
 *
 * The bug: the copy takes the checking balance and the savings in two critical sections; it has those of
 * different moments if interest comes in between. There is no race, because each access is locked. */
#include "../monitor.h"

struct account {
	pthread_mutex_t lock;
	long checking, savings;
};

static struct account *original, *copy;
static int rounds;

long account_checking(struct account *a)
{
	long amount;

	pthread_mutex_lock(&a->lock);
	amount = a->checking;
	pthread_mutex_unlock(&a->lock);
	return amount;
}

long account_savings(struct account *a)
{
	long amount;

	pthread_mutex_lock(&a->lock);
	amount = a->savings;
	pthread_mutex_unlock(&a->lock);
	return amount;
}

void account_credit(struct account *a, int percent)
{
	pthread_mutex_lock(&a->lock);
	a->checking += a->checking * percent / 100;
	a->savings += a->savings * percent / 100;
	pthread_mutex_unlock(&a->lock);
}

struct account *account_copy(struct account *from)
{
	struct account *a = calloc(1, sizeof *a);

	monitor_init(&a->lock);
	ought_lock(&from->lock);
	a->checking = account_checking(from);
	a->savings = account_savings(from);
	ought_unlock(&from->lock);
	return a;
}

static void *copies(void *unused)
{
	for (int i = 0; i < rounds; i++)
		subject_compute((unsigned)i);
	copy = account_copy(original);
	return unused;
}

static void *credits(void *unused)
{
	account_credit(original, 10);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 4);
	original = calloc(1, sizeof *original);
	monitor_init(&original->lock);
	original->checking = original->savings = 1000;
	RUN(NULL, copies, credits);
	assert(copy->checking == copy->savings);
	free(original);
	free(copy);
	return 0;
}
