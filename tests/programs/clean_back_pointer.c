/* SPDX-License-Identifier: Apache-2.0
 * clean_back_pointer.c: a job and its owner point to each other; each could be taken for a part of the other.
 * EXPECT: passed
 * ARGS: -n 200 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job;
struct owner {
	struct job *volatile current;
	int done;
};
struct job {
	struct owner *volatile of;
	int steps;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *arg)
{
	struct owner *owner = arg;
	struct job *job = calloc(1, sizeof *job);

	job->of = owner;
	owner->current = job;
	owner = job->of;
	job = owner->current;
	pthread_mutex_lock(&lock);
	owner->done++;
	job->steps++;
	pthread_mutex_unlock(&lock);
	free(job);
	return NULL;
}

int main(void)
{
	struct owner *owners[2];
	pthread_t threads[2];

	for (int i = 0; i < 2; i++) {
		owners[i] = calloc(1, sizeof *owners[i]);
		pthread_create(&threads[i], NULL, work, owners[i]);
	}
	for (int i = 0; i < 2; i++) {
		pthread_join(threads[i], NULL);
		assert(owners[i]->done == 1);
		free(owners[i]);
	}
	return 0;
}
