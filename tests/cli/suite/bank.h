/* SPDX-License-Identifier: Apache-2.0
 *
 * What the samples test: two threads pay into an account. Each bank has a lock, and number 17 does not use
 * it. */
#pragma once

#include <pthread.h>

#define BAD_BANK 17

struct bank {
	pthread_mutex_t lock;
	int number, balance;
};

static inline void *pay_in(void *at)
{
	struct bank *b = (struct bank *)at;
	int before;

	if (b->number != BAD_BANK)
		pthread_mutex_lock(&b->lock);
	before = b->balance;
	b->balance = before + 1;
	if (b->number != BAD_BANK)
		pthread_mutex_unlock(&b->lock);
	return at;
}

/* What two customers have paid in. */
static inline int two_customers(int number)
{
	struct bank b = {PTHREAD_MUTEX_INITIALIZER, number, 0};
	pthread_t other;

	pthread_create(&other, 0, pay_in, &b);
	pay_in(&b);
	pthread_join(other, 0);
	return b.balance;
}
