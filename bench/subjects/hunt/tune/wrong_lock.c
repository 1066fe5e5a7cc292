/* SPDX-License-Identifier: Apache-2.0
 * wrong_lock.c: six tellers book on two accounts, each of which has a lock.
 * FAILS: assert
 * THREADS: 6
 *
 * The bug, in book(): a teller who finds the first account closed books on the second one with the lock of
 * the first. */
#include "../../subject.h"
#include <assert.h>

#define TELLERS 6

struct account {
	pthread_mutex_t lock;
	int balance, limit;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 0, 3}, {PTHREAD_MUTEX_INITIALIZER, 0, 99}};

static void book(struct account *a, struct account *instead)
{
	pthread_mutex_lock(&a->lock);
	if (a->balance < a->limit) {
		a->balance++;
		pthread_mutex_unlock(&a->lock);
		return;
	}
#ifdef FIXED
	pthread_mutex_lock(&instead->lock);
	instead->balance++;
	pthread_mutex_unlock(&instead->lock);
#else
	instead->balance++; /* the bug: this is the other account */
#endif
	pthread_mutex_unlock(&a->lock);
}

static void *teller(void *number)
{
	struct account *mine = &accounts[(long)number >= 5];

	book(mine, &accounts[1]);
	return NULL;
}

int main(void)
{
	pthread_t tellers[TELLERS];

	for (long i = 0; i < TELLERS; i++)
		tellers[i] = subject_start(teller, (void *)i);
	for (int i = 0; i < TELLERS; i++)
		pthread_join(tellers[i], NULL);
	assert(accounts[0].balance + accounts[1].balance == TELLERS);
	return 0;
}
