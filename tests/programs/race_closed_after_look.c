/* SPDX-License-Identifier: Apache-2.0
 * race_closed_after_look.c: the queue is looked at, and then whether it is closed: jobs came in between.
 * EXPECT: assert  EXPLAIN: 25|46 29|37 [23 24 26 28 30 36 38 45 48 49 53]
 * DETERMINISM: no */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int n;
};

static pthread_mutex_t q_lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *queue;
static int closed, sum;

static void *submitter(void *arg)
{
	for (int i = 1; i <= 2; i++) {
		struct job *j = malloc(sizeof *j);
		j->n = i;
		pthread_mutex_lock(&q_lock);
		j->next = queue;
		queue = j;
		pthread_mutex_unlock(&q_lock);
	}
	pthread_mutex_lock(&q_lock);
	closed = 1;
	pthread_mutex_unlock(&q_lock);
	return arg;
}

static int is_closed(void)
{
	pthread_mutex_lock(&q_lock);
	int c = closed;
	pthread_mutex_unlock(&q_lock);
	return c;
}

static void *consumer(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&q_lock);
		struct job *j = queue;
		if (j)
			queue = j->next;
		pthread_mutex_unlock(&q_lock);
		if (j) {
			sum += j->n;
			free(j);
		} else if (is_closed()) {
			return arg;
		}
	}
}

int main(void)
{
	pthread_t s, c;
	pthread_create(&c, NULL, consumer, NULL);
	pthread_create(&s, NULL, submitter, NULL);
	pthread_join(s, NULL);
	pthread_join(c, NULL);
	assert(sum == 3);
	return 0;
}
