/* SPDX-License-Identifier: Apache-2.0
 *
 * The account of AssetFuzzer's paper: every access is locked, and yet a copy can be made of two halves that
 * do not belong together. Objects on the heap; operations take them by pointer. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct account {
	pthread_mutex_t lock;
	int checking, savings;
	int number; /* never changes */
};

struct account *account_new(int checking, int savings)
{
	struct account *a = malloc(sizeof *a);

	pthread_mutex_init(&a->lock, NULL);
	a->checking = checking;
	a->savings = savings;
	a->number = 7;
	return a;
}

void account_set_checking(struct account *a, struct account *from)
{
	pthread_mutex_lock(&from->lock);
	a->checking = from->checking;
	pthread_mutex_unlock(&from->lock);
}

void account_set_savings(struct account *a, struct account *from)
{
	pthread_mutex_lock(&from->lock);
	a->savings = from->savings;
	pthread_mutex_unlock(&from->lock);
}

struct account *account_copy(struct account *from)
{
	struct account *a = account_new(0, 0);

	account_set_checking(a, from);
	account_set_savings(a, from);
	return a;
}

void account_credit(struct account *a)
{
	pthread_mutex_lock(&a->lock);
	if (a->number == 7) {
		a->checking *= 2;
		a->savings *= 2;
	}
	pthread_mutex_unlock(&a->lock);
}

static void *creditor(void *arg)
{
	account_credit(arg);
	return NULL;
}

static void *copier(void *arg)
{
	free(account_copy(arg));
	return NULL;
}

int main(void)
{
	struct account *x = account_new(100, 200);
	pthread_t a, b;

	pthread_create(&a, NULL, creditor, x);
	pthread_create(&b, NULL, copier, x);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(x);
	return 0;
}
