/* SPDX-License-Identifier: Apache-2.0
 *
 * Marathon's example: transfers are atomic on the account, increments on the counter, and that is all there
 * is to it: other threads may count in the middle of a transfer. Both are global variables. */
#include <pthread.h>

static struct account {
	pthread_mutex_t lock;
	int checking, savings;
} account = {.lock = PTHREAD_MUTEX_INITIALIZER, .checking = 100, .savings = 100};

static pthread_mutex_t counter_lock = PTHREAD_MUTEX_INITIALIZER;
static int operations;

void count(void)
{
	pthread_mutex_lock(&counter_lock);
	operations++;
	pthread_mutex_unlock(&counter_lock);
}

void transfer(struct account *a, int n)
{
	pthread_mutex_lock(&a->lock);
	count();
	a->savings -= n;
	a->checking += n;
	count();
	pthread_mutex_unlock(&a->lock);
}

static void *transferrer(void *unused)
{
	transfer(&account, 10);
	return unused;
}

static void *counter(void *unused)
{
	count();
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, transferrer, NULL);
	pthread_create(&b, NULL, counter, NULL);
	transfer(&account, 5);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
