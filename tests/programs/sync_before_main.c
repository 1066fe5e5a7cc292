/* SPDX-License-Identifier: Apache-2.0
 * sync_before_main.c: objects that were initialised, and locked, before main are used and unlocked in main.
 * EXPECT: passed */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t written = PTHREAD_RWLOCK_INITIALIZER, read = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t sem;
static int inits;

static void init(void)
{
	inits++;
}

__attribute__((constructor)) static void before_main(void)
{
	pthread_mutex_lock(&m);
	pthread_rwlock_wrlock(&written);
	pthread_rwlock_rdlock(&read);
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_lock(&spin);
	pthread_barrier_init(&barrier, NULL, 2);
	sem_init(&sem, 0, 1);
	pthread_once(&once, init);
}

static void *other(void *arg)
{
	assert(pthread_mutex_trylock(&m) == EBUSY);
	assert(pthread_rwlock_tryrdlock(&written) == EBUSY && pthread_rwlock_trywrlock(&read) == EBUSY);
	assert(pthread_spin_trylock(&spin) == EBUSY);
	sem_wait(&sem);
	pthread_barrier_wait(&barrier);
	pthread_mutex_lock(&m);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	pthread_once(&once, init);
	pthread_barrier_wait(&barrier);
	assert(inits == 1 && sem_trywait(&sem) == -1);
	assert(pthread_mutex_unlock(&m) == 0 && pthread_spin_unlock(&spin) == 0);
	assert(pthread_rwlock_unlock(&written) == 0 && pthread_rwlock_unlock(&read) == 0);
	pthread_join(t, NULL);
	return 0;
}
