/* SPDX-License-Identifier: Apache-2.0
 *
 * An account with two parts. One thread moves money from one to the other, in one critical section; another
 * one reads both, in one (or with -DSPLIT in two). Nothing but thread functions, a variable, and a lock in
 * it. */
#include "split.h"

static struct {
	pthread_mutex_t lock;
	int checking, savings;
} account = {PTHREAD_MUTEX_INITIALIZER, 100, 100};

static void *transfer(void *unused)
{
	pthread_mutex_lock(&account.lock);
	account.checking -= 10;
	account.savings += 10;
	pthread_mutex_unlock(&account.lock);
	return unused;
}

static void *audit(void *unused)
{
	int sum;

	pthread_mutex_lock(&account.lock);
	sum = account.checking;
	SPLIT_HERE(&account.lock);
	sum += account.savings;
	pthread_mutex_unlock(&account.lock);
	use(sum);
	return unused;
}

int main(void)
{
	return two_threads(transfer, NULL, audit, NULL);
}
