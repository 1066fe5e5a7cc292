/* SPDX-License-Identifier: Apache-2.0
 * Opposite orders, but the second begins when a post says that the first is done; racy: the post comes too
 * early. */
#include <semaphore.h>

#include "race.h"

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;

THREAD(one)
{
	pthread_mutex_lock(&a);
	if (RACY_OR(true, false))
		sem_post(&done);
	pthread_mutex_lock(&b); /* cycle */
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	if (RACY_OR(false, true))
		sem_post(&done);
}

THREAD(two)
{
	sem_wait(&done);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); /* cycle */
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

int main(void)
{
	sem_init(&done, 0, 0);
	RUN(one, two);
	sem_destroy(&done);
	return 0;
}
