/* SPDX-License-Identifier: Apache-2.0
 * Small programs, each with several final states, and each with other operations; none takes more than some
 * thousand schedules. */
#include "systematic_states.h"

static void *updates(void *me)
{
	int v = x;

	x = v + 1 + (int)(long)me;
	return NULL;
}

static void *mutexes(void *me)
{
	pthread_mutex_lock(&m);
	note((int)(long)me);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *tries(void *me)
{
	if (pthread_mutex_trylock(&m) == 0) {
		x += 1 + (int)(long)me;
		pthread_mutex_unlock(&m);
	} else {
		atomic_fetch_add(&a, 1);
	}
	return NULL;
}

static void *nested(void *me)
{
	pthread_mutex_lock(me ? &m2 : &m);
	if (!pthread_mutex_trylock(me ? &m : &m2)) {
		note(1 + (int)(long)me);
		pthread_mutex_unlock(me ? &m : &m2);
	}
	pthread_mutex_unlock(me ? &m2 : &m);
	return NULL;
}

static void *conditions(void *me)
{
	pthread_mutex_lock(&m);
	if (!me) {
		x = 1;
		pthread_cond_broadcast(&c);
	}
	while (!x)
		pthread_cond_wait(&c, &m);
	note((int)(long)me);
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *signals(void *me)
{
	pthread_mutex_lock(&m);
	if (!me) {
		x = 2;
		pthread_cond_signal(&c);
	} else {
		while (!x)
			pthread_cond_wait(&c, &m);
		x--;
		note((int)(long)me);
		pthread_cond_signal(&c);
	}
	pthread_mutex_unlock(&m);
	return NULL;
}

static void *semaphores(void *me)
{
	int v;

	if (!me) {
		sem_post(&sem);
		y = 1;
		sem_post(&sem);
		return NULL;
	}
	sem_wait(&sem);
	v = y;
	note(10 * v + (int)(long)me);
	return NULL;
}

/* The first post is enough: what follows the wait may come before what precedes the second. */
static void *posts(void *me)
{
	if (me) {
		if ((long)me == 2)
			atomic_store(&a, 1);
		sem_post(&sem);
		return NULL;
	}
	sem_wait(&sem);
	atomic_store(&b, atomic_load(&a) + 1);
	return NULL;
}

static void *readers(void *me)
{
	if (!me) {
		pthread_rwlock_wrlock(&rw);
		x = 1;
		pthread_rwlock_unlock(&rw);
		return NULL;
	}
	pthread_rwlock_rdlock(&rw);
	order[(long)me] = x;
	pthread_rwlock_unlock(&rw);
	return NULL;
}

static void *spins(void *me)
{
	pthread_spin_lock(&spin);
	note((int)(long)me);
	pthread_spin_unlock(&spin);
	return NULL;
}

static void *barriers(void *me)
{
	int serial = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;

	if (serial)
		x = (int)(long)me;
	return NULL;
}

static void begin_once(void)
{
	x = atomic_load(&first);
}

static void *onces(void *me)
{
	int none = -1;

	atomic_compare_exchange_strong(&first, &none, (int)(long)me);
	pthread_once(&once, begin_once);
	return NULL;
}

static void *store_buffers(void *me)
{
	atomic_store(me ? &a : &b, 1);
	order[(long)me] = atomic_load(me ? &b : &a);
	return NULL;
}

static void *exchanges(void *me)
{
	int old = 0;

	if (!atomic_compare_exchange_strong(&a, &old, 1 + (int)(long)me))
		atomic_fetch_add(&b, old);
	return NULL;
}

static void *grandchildren(void *me)
{
	pthread_t child;

	if (me != (void *)1) {
		x = x * 2 + 1;
		return NULL;
	}
	pthread_create(&child, NULL, grandchildren, (void *)2);
	x = x * 3;
	pthread_join(child, NULL);
	return NULL;
}

static void *detached(void *me)
{
	x += 1 + (int)(long)me;
	return NULL;
}

static const struct state_program programs[] = {
    {"updates", updates, 3, 0},
    {"mutexes", mutexes, 3, 0},
    {"tries", tries, 2, 0},
    {"nested", nested, 2, 0},
    {"conditions", conditions, 3, 0},
    {"signals", signals, 3, 0},
    {"semaphores", semaphores, 2, 0},
    {"posts", posts, 3, 0},
    {"readers", readers, 3, 0},
    {"spins", spins, 3, 0},
    {"barriers", barriers, 3, 0},
    {"onces", onces, 2, 0},
    {"store_buffers", store_buffers, 2, 0},
    {"exchanges", exchanges, 3, 0},
    {"grandchildren", grandchildren, 2, 0},
    {"detached", detached, 2, 1},
    {NULL, NULL, 0, 0},
};

int main(int argc, char **argv)
{
	return run_program(programs, argc, argv);
}
