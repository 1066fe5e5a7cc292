/* SPDX-License-Identifier: Apache-2.0
 * Small programs, chosen by argv[1], each with several final states: main, which is one of the threads,
 * writes the one that was reached as a line into the file argv[2]. Each uses other operations; none takes
 * more than some thousand schedules. */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREADS 3

static const char *program;
static int x, y, order[8], n;
static atomic_int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t sem;
static _Atomic int first;

static void note(int what)
{
	order[n++] = what;
}

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

static const struct {
	const char *name;
	void *(*thread)(void *);
	int threads;
	int leaves; /* main does not wait for them */
} programs[] = {
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
};

static void write_state(const char *file)
{
	char line[128];
	int length = snprintf(line, sizeof line, "%d %d %d %d", x, y, atomic_load(&a), atomic_load(&b)), fd;

	for (int i = 0; i < 8; i++)
		length += snprintf(line + length, sizeof line - (size_t)length, " %d", order[i]);
	line[length++] = '\n';
	fd = open(file, O_WRONLY | O_CREAT | O_APPEND, 0600);
	if (write(fd, line, (size_t)length) != length)
		abort();
	close(fd);
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS];
	unsigned p = 0;

	program = argc > 2 ? argv[1] : "";
	while (p < sizeof programs / sizeof *programs && strcmp(programs[p].name, program))
		p++;
	if (p == sizeof programs / sizeof *programs)
		return 2;
	sem_init(&sem, 0, 0);
	pthread_spin_init(&spin, 0);
	pthread_barrier_init(&barrier, NULL, 3);
	atomic_init(&first, -1);
	for (long i = 1; i < programs[p].threads; i++)
		pthread_create(&threads[i], NULL, programs[p].thread, (void *)i);
	programs[p].thread(NULL);
	for (int i = 1; i < programs[p].threads && !programs[p].leaves; i++)
		pthread_join(threads[i], NULL);
	write_state(argv[2]);
	return 0;
}
