/* SPDX-License-Identifier: Apache-2.0
 * io_child_shares.c: a child that goes on natively shares every kind of object with its parent, also by name;
 * it ends with a robust mutex held.
 * EXPECT: passed
 * ARGS: -n 20
 * WORLD: yes
 * DETERMINISM: no (what a native child writes to shared memory is not recorded) */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUNDS 10

struct shared {
	pthread_mutex_t lock, robust, recursive, check;
	pthread_cond_t changed;
	pthread_rwlock_t rwlock;
	pthread_barrier_t barrier;
	pthread_spinlock_t spin;
	sem_t ping, pong;
	int turn, counter, spun, value;
	atomic_int ready;
};
static struct shared *s;
static char one[64], two[64]; /* names */

static void set_up(void)
{
	pthread_mutexattr_t ma;
	pthread_condattr_t ca;
	pthread_rwlockattr_t ra;
	pthread_barrierattr_t ba;

	s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert(s != MAP_FAILED);
	pthread_mutexattr_init(&ma);
	pthread_mutexattr_setpshared(&ma, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&s->lock, &ma);
	pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&s->recursive, &ma);
	pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_ERRORCHECK);
	pthread_mutex_init(&s->check, &ma);
	pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_NORMAL);
	pthread_mutexattr_setrobust(&ma, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&s->robust, &ma);
	pthread_condattr_init(&ca);
	pthread_condattr_setpshared(&ca, PTHREAD_PROCESS_SHARED);
	pthread_cond_init(&s->changed, &ca);
	pthread_rwlockattr_init(&ra);
	pthread_rwlockattr_setpshared(&ra, PTHREAD_PROCESS_SHARED);
	pthread_rwlock_init(&s->rwlock, &ra);
	pthread_barrierattr_init(&ba);
	pthread_barrierattr_setpshared(&ba, PTHREAD_PROCESS_SHARED);
	pthread_barrier_init(&s->barrier, &ba, 2);
	pthread_spin_init(&s->spin, PTHREAD_PROCESS_SHARED);
	sem_init(&s->ping, 1, 0);
	sem_init(&s->pong, 1, 0);
}

static void turns(int who)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_mutex_lock(&s->lock);
		while (s->turn != who)
			pthread_cond_wait(&s->changed, &s->lock);
		s->turn = !who;
		s->counter++;
		pthread_cond_signal(&s->changed);
		pthread_mutex_unlock(&s->lock);
	}
}

static void work(void)
{
	for (int i = 0; i < ROUNDS; i++) {
		pthread_spin_lock(&s->spin);
		s->spun++;
		pthread_spin_unlock(&s->spin);
		pthread_mutex_lock(&s->recursive);
		pthread_mutex_lock(&s->recursive);
		s->value++;
		pthread_mutex_unlock(&s->recursive);
		pthread_mutex_unlock(&s->recursive);
		assert(!pthread_mutex_lock(&s->check));
		assert(pthread_mutex_lock(&s->check) == EDEADLK);
		assert(!pthread_mutex_unlock(&s->check));
		assert(pthread_mutex_unlock(&s->check) == EPERM);
	}
}

static void child(void)
{
	sem_t *named;

	turns(1);
	for (int i = 0; i < ROUNDS; i++) {
		sem_wait(&s->ping);
		sem_post(&s->pong);
	}
	assert(pthread_barrier_wait(&s->barrier) <= 0);
	work();
	for (int i = 0; i < 3; i++)
		pthread_barrier_wait(&s->barrier);
	pthread_rwlock_wrlock(&s->rwlock);
	s->turn = 5;
	atomic_store(&s->ready, 1);
	usleep(20000);
	s->turn = 6;
	pthread_rwlock_unlock(&s->rwlock);
	named = sem_open(one, 0);
	assert(named != SEM_FAILED);
	sem_post(named);
	named = sem_open(two, O_CREAT, 0600, 0);
	assert(named != SEM_FAILED);
	sem_wait(named);
	pthread_mutex_lock(&s->robust);
	_exit(7);
}

int main(void)
{
	sem_t *named, *other;
	struct timespec ts;
	int status;
	pid_t pid;

	set_up();
	snprintf(one, sizeof one, "/heddle-io-child-1-%d", (int)getpid());
	snprintf(two, sizeof two, "/heddle-io-child-2-%d", (int)getpid());
	named = sem_open(one, O_CREAT | O_EXCL, 0600, 0);
	assert(named != SEM_FAILED);
	pid = fork();
	if (!pid)
		child();
	turns(0);
	for (int i = 0; i < ROUNDS; i++) {
		sem_post(&s->ping);
		assert(!sem_wait(&s->pong));
	}
	pthread_barrier_wait(&s->barrier);
	work();
	for (int i = 0; i < 3; i++)
		pthread_barrier_wait(&s->barrier);
	assert(s->counter == 2 * ROUNDS && s->spun == 2 * ROUNDS && s->value == 2 * ROUNDS);
	while (!atomic_load(&s->ready))
		usleep(1000);
	pthread_rwlock_rdlock(&s->rwlock);
	assert(s->turn == 6);
	pthread_rwlock_unlock(&s->rwlock);
	sem_wait(named);
	while ((other = sem_open(two, 0)) == SEM_FAILED)
		sched_yield();
	sem_post(other);
	assert(waitpid(pid, &status, 0) == pid && WIFEXITED(status));
	assert(WEXITSTATUS(status) == 7);
	assert(pthread_mutex_lock(&s->robust) == EOWNERDEAD);
	assert(!pthread_mutex_consistent(&s->robust));
	assert(!pthread_mutex_unlock(&s->robust));
	pthread_mutex_lock(&s->lock);
	clock_gettime(CLOCK_REALTIME, &ts);
	ts.tv_sec -= 1;
	assert(pthread_cond_timedwait(&s->changed, &s->lock, &ts) == ETIMEDOUT);
	pthread_mutex_unlock(&s->lock);
	assert(sem_timedwait(&s->ping, &ts) == -1 && errno == ETIMEDOUT);
	sem_close(named);
	sem_unlink(one);
	sem_unlink(two);
	assert(!pthread_cond_destroy(&s->changed));
	assert(!pthread_barrier_destroy(&s->barrier));
	assert(!pthread_mutex_destroy(&s->lock));
	return 0;
}
