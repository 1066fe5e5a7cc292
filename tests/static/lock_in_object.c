/* SPDX-License-Identifier: Apache-2.0
 * lock_in_object.c: each account has its lock in it. Which accounts meet is not known,
 * but either they differ or the lock is the same.
 * PAIR: MM may lock:18 lock:18
 */
#include <pthread.h>
#include <stdlib.h>

struct account {
	pthread_mutex_t lock;
	int balance;
};

static struct account *accounts[4];

__attribute__((noinline)) static void deposit(struct account *a, int amount)
{
	pthread_mutex_lock(&a->lock);
	a->balance += amount;
	pthread_mutex_unlock(&a->lock);
}

static void *worker(void *arg)
{
	for (int i = 0; i < 4; i++)
		deposit(accounts[i], (int)(long)arg);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	for (int i = 0; i < 4; i++) {
		accounts[i] = calloc(1, sizeof *accounts[i]);
		pthread_mutex_init(&accounts[i]->lock, NULL);
	}
	pthread_create(&a, NULL, worker, (void *)1);
	pthread_create(&b, NULL, worker, (void *)2);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
