/* SPDX-License-Identifier: Apache-2.0
 * clean_destroy_after_last_use.c: objects are destroyed, and their memory given back, as soon as POSIX allows
 * it: a mutex after the last unlock, a condition variable after its waiters were woken, a semaphore after its
 * last post was received, a barrier by one of those who were let go, a lock by its last writer.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct shared {
	pthread_mutex_t lock;
	int users;
};

static void *drop_reference(void *arg)
{
	struct shared *s = arg;
	int left;

	pthread_mutex_lock(&s->lock);
	left = --s->users;
	pthread_mutex_unlock(&s->lock);
	if (!left) {
		pthread_mutex_destroy(&s->lock);
		free(s);
	}
	return NULL;
}

struct meeting {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int ready;
};

static void *tell(void *arg)
{
	struct meeting *m = arg;

	pthread_mutex_lock(&m->lock);
	m->ready = 1;
	pthread_cond_broadcast(&m->changed);
	pthread_mutex_unlock(&m->lock);
	return NULL;
}

static void meet(pthread_t *t)
{
	struct meeting *m = calloc(1, sizeof *m);

	pthread_mutex_init(&m->lock, NULL);
	pthread_cond_init(&m->changed, NULL);
	pthread_create(t, NULL, tell, m);
	pthread_mutex_lock(&m->lock);
	while (!m->ready)
		pthread_cond_wait(&m->changed, &m->lock);
	pthread_cond_destroy(&m->changed);
	pthread_mutex_unlock(&m->lock);
	pthread_mutex_destroy(&m->lock);
	free(m);
}

static void *post(void *arg)
{
	sem_post(arg);
	return NULL;
}

static void await_post(pthread_t *t)
{
	sem_t *s = malloc(sizeof *s);

	sem_init(s, 0, 0);
	pthread_create(t, NULL, post, s);
	sem_wait(s);
	sem_destroy(s);
	free(s);
}

static void *pass_barrier(void *arg)
{
	pthread_barrier_t *b = arg;

	if (pthread_barrier_wait(b) == PTHREAD_BARRIER_SERIAL_THREAD) {
		pthread_barrier_destroy(b);
		free(b);
	}
	return NULL;
}

struct table {
	pthread_rwlock_t rw;
	pthread_spinlock_t spin;
	int users;
};

static void *use_table(void *arg)
{
	struct table *t = arg;
	int left;

	pthread_rwlock_rdlock(&t->rw);
	pthread_rwlock_unlock(&t->rw);
	pthread_rwlock_wrlock(&t->rw);
	pthread_spin_lock(&t->spin);
	left = --t->users;
	pthread_spin_unlock(&t->spin);
	pthread_rwlock_unlock(&t->rw);
	if (!left) {
		pthread_rwlock_destroy(&t->rw);
		pthread_spin_destroy(&t->spin);
		free(t);
	}
	return NULL;
}

static void pairs(pthread_t *t)
{
	struct shared *s = malloc(sizeof *s);
	pthread_barrier_t *b = malloc(sizeof *b);
	struct table *table = malloc(sizeof *table);

	pthread_mutex_init(&s->lock, NULL);
	s->users = 2;
	pthread_barrier_init(b, NULL, 2);
	pthread_rwlock_init(&table->rw, NULL);
	pthread_spin_init(&table->spin, PTHREAD_PROCESS_PRIVATE);
	table->users = 2;
	for (int i = 0; i < 2; i++) {
		pthread_create(&t[3 * i], NULL, drop_reference, s);
		pthread_create(&t[3 * i + 1], NULL, pass_barrier, b);
		pthread_create(&t[3 * i + 2], NULL, use_table, table);
	}
}

int main(void)
{
	pthread_t t[8];

	pairs(t);
	meet(&t[6]);
	await_post(&t[7]);
	for (int i = 0; i < 8; i++)
		pthread_join(t[i], NULL);
	return 0;
}
