/* SPDX-License-Identifier: Apache-2.0
 * A destructor of thread-specific data runs before the join is over; racy: the thread is never joined, and
 * only its last word is waited for. */
#include <semaphore.h>
#include <stdlib.h>

#include "race.h"

static pthread_key_t key;
static sem_t last_word;
static int total;

static void add_up(void *own)
{
	total += *(int *)own; /* race */
	free(own);
	sem_post(&last_word);
}

static void *worker(void *unused)
{
	int *own = calloc(1, sizeof *own);

	pthread_setspecific(key, own);
	sem_post(&last_word);
	return unused;
}

int main(void)
{
	pthread_t t;

	sem_init(&last_word, 0, 0);
	pthread_key_create(&key, add_up);
	pthread_create(&t, NULL, worker, NULL);
	sem_wait(&last_word);
	if (RACY_OR(false, true))
		pthread_join(t, NULL);
	use(total); /* race */
	if (RACY_OR(true, false))
		pthread_join(t, NULL);
	return 0;
}
