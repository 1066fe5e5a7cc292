/* SPDX-License-Identifier: Apache-2.0
 * replicatedworker.c: workers take tasks from a pool and put new ones into it; when all are idle, there is
 * nothing left to do.
 * FAILS: lost-wakeup, deadlock
 * THREADS: 5
 * PAIRS: 545 1100 640 295
 * ANALYSIS: 1650 18.90 coarse
 * WITHOUT_DISJOINT: 1025 1390 640 295
 * STATES: 1206 614842
 * INSTRUCTIONS: 184464 34381953
 * SECONDS: 34.63 437.15
 *
 * The bug, in work(): the number of idle workers is changed without the lock. When a change is lost, no
 * worker sees that all are idle. -DWORKERS=4 makes the threads as many as in the thesis, with the one that
 * collects the results. */
#include "../subject.h"

#ifndef WORKERS
#define WORKERS 2
#endif
enum { TASKS = 4 };

struct pool {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int task[TASKS], tasks, over;
};

struct results {
	pthread_mutex_t lock;
	int sum;
};

static struct pool *pool;
static struct results *results;
static int idle;

static void pool_put(struct pool *p, int task)
{
	pthread_mutex_lock(&p->lock);
	p->task[p->tasks++] = task;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
}

/* A task, or 0: there will be none any more. */
static int pool_take(struct pool *p)
{
	int task = 0;

	pthread_mutex_lock(&p->lock);
	while (p->tasks == 0 && !p->over) {
		if (idle == WORKERS) {
			p->over = 1;
			pthread_cond_broadcast(&p->changed);
		} else {
			pthread_cond_wait(&p->changed, &p->lock);
		}
	}
	if (p->tasks > 0) {
		task = p->task[--p->tasks];
#ifdef FIXED
		idle--;
#endif
	}
	pthread_mutex_unlock(&p->lock);
	return task;
}

static void results_add(struct results *r, int value)
{
	pthread_mutex_lock(&r->lock);
	r->sum += value;
	pthread_mutex_unlock(&r->lock);
}

static void set_idle(int change)
{
#ifdef FIXED
	pthread_mutex_lock(&pool->lock);
	idle += change;
	pthread_mutex_unlock(&pool->lock);
#else
	idle += change; /* the bug: the lock is not held */
#endif
}

static void *work(void *unused)
{
	for (;;) {
		int task;

		set_idle(1);
		task = pool_take(pool);
		if (!task)
			return unused;
#ifndef FIXED
		set_idle(-1);
#endif
		results_add(results, task);
	}
}

int main(void)
{
	pthread_t workers[WORKERS];
	int complete;

	pool = calloc(1, sizeof *pool);
	results = calloc(1, sizeof *results);
	pthread_mutex_init(&pool->lock, NULL);
	pthread_cond_init(&pool->changed, NULL);
	pthread_mutex_init(&results->lock, NULL);
	pool_put(pool, 1);
	for (int i = 0; i < WORKERS; i++)
		workers[i] = subject_start(work, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(workers[i], NULL);
	complete = results->sum == 1;
	free(pool);
	free(results);
	return !complete;
}
