/* SPDX-License-Identifier: Apache-2.0
 *
 * Units that wait for others half-way go on as others: a condition variable, a barrier, a semaphore that
 * somebody else posts, threads that are started and joined. One that is used as a lock splits nothing. */
#include <pthread.h>
#include <semaphore.h>

struct phases {
	int before, after;
};

static struct box {
	pthread_mutex_t lock;
	pthread_cond_t filled;
	int full, value;
} box = {.lock = PTHREAD_MUTEX_INITIALIZER, .filled = PTHREAD_COND_INITIALIZER};
static struct phases phases[2], told, locked;
static pthread_barrier_t barrier;
static sem_t signal, mutex;

int box_take(struct box *b)
{
	int value;

	pthread_mutex_lock(&b->lock);
	while (!b->full)
		pthread_cond_wait(&b->filled, &b->lock);
	b->full = 0;
	value = b->value;
	pthread_mutex_unlock(&b->lock);
	return value;
}

void box_fill(struct box *b, int value)
{
	pthread_mutex_lock(&b->lock);
	b->value = value;
	b->full = 1;
	pthread_cond_signal(&b->filled);
	pthread_mutex_unlock(&b->lock);
}

/* All write before, all read after. */
int phases_meet(struct phases *all, int me)
{
	all[me].before = me + 1;
	pthread_barrier_wait(&barrier);
	all[me].after = all[1 - me].before;
	return all[me].after;
}

void phases_lock(struct phases *p)
{
	sem_wait(&mutex);
	p->before++;
	p->after++;
	sem_post(&mutex);
}

void phases_wait(struct phases *p)
{
	sem_wait(&signal);
	p->after = p->before;
}

static void *first(void *unused)
{
	told.before = 1;
	sem_post(&signal);
	phases_meet(phases, 0);
	phases_lock(&locked);
	box_fill(&box, 7);
	return unused;
}

static void *second(void *unused)
{
	phases_wait(&told);
	phases_meet(phases, 1);
	phases_lock(&locked);
	box_take(&box);
	return unused;
}

/* A unit that starts threads and joins them is not interrupted by what they do. */
int run(struct phases *p)
{
	pthread_t threads[2];

	p->before = p->after = 0;
	pthread_create(&threads[0], NULL, first, NULL);
	pthread_create(&threads[1], NULL, second, NULL);
	pthread_join(threads[0], NULL);
	pthread_join(threads[1], NULL);
	return p->before == 2 && p->after == 2 ? 0 : 1;
}

int main(void)
{
	pthread_barrier_init(&barrier, NULL, 2);
	sem_init(&signal, 0, 0);
	sem_init(&mutex, 0, 1);
	return run(&locked);
}
