/* SPDX-License-Identifier: Apache-2.0
 *
 * The account on the heap, with static functions for all that is done to it: the unit of work is the function
 * that calls two of them, where each locks by itself (-DSPLIT). */
#include "split.h"

#include <stdlib.h>

struct account {
	pthread_mutex_t lock;
	int checking, savings;
};

static void deposit(struct account *a, int n)
{
	pthread_mutex_lock(&a->lock);
	a->checking += n;
	a->savings += n;
	pthread_mutex_unlock(&a->lock);
}

static int checking(struct account *a)
{
	pthread_mutex_lock(&a->lock);
	int n = a->checking;
	pthread_mutex_unlock(&a->lock);
	return n;
}

static int savings(struct account *a)
{
	pthread_mutex_lock(&a->lock);
	int n = a->savings;
	pthread_mutex_unlock(&a->lock);
	return n;
}

static int balance(struct account *a)
{
#ifdef SPLIT
	return checking(a) + savings(a);
#else
	pthread_mutex_lock(&a->lock);
	int n = a->checking + a->savings;
	pthread_mutex_unlock(&a->lock);
	return n;
#endif
}

#ifdef RACE
static int payments;
#define COUNT() payments++
#else
#define COUNT() ((void)0)
#endif

static void *payer(void *account)
{
	for (int i = 0; i < 2; i++)
		deposit(account, 10);
	COUNT();
	return NULL;
}

static void *auditor(void *account)
{
	for (int i = 0; i < 2; i++)
		use(balance(account));
	COUNT();
#ifndef SPLIT
	use(checking(account)); /* each by itself is enough */
#endif
	return NULL;
}

int main(void)
{
	struct account *a = calloc(1, sizeof *a);

	pthread_mutex_init(&a->lock, NULL);
	two_threads(payer, a, auditor, a);
	use(savings(a));
	free(a);
	return 0;
}
