/* SPDX-License-Identifier: Apache-2.0
 * clean_init_again.c: destroyed objects are initialised anew, by functions, initialisers and in other memory
 * at the same place, and the holder of a mutex may initialise it, as handlers of fork do.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <threads.h>

static pthread_mutex_t lock;
static pthread_rwlock_t rw;
static pthread_cond_t cond;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t sem;
static mtx_t mutex;
static cnd_t condition;

static void use(void)
{
	assert(pthread_mutex_lock(&lock) == 0 && pthread_mutex_unlock(&lock) == 0);
	assert(pthread_rwlock_rdlock(&rw) == 0 && pthread_rwlock_unlock(&rw) == 0);
	assert(pthread_cond_signal(&cond) == 0);
	assert(pthread_spin_lock(&spin) == 0 && pthread_spin_unlock(&spin) == 0);
	pthread_barrier_wait(&barrier);
	assert(sem_wait(&sem) == 0);
	assert(mtx_lock(&mutex) == thrd_success && mtx_unlock(&mutex) == thrd_success);
	assert(cnd_broadcast(&condition) == thrd_success);
}

static void destroy(void)
{
	assert(pthread_mutex_destroy(&lock) == 0 && pthread_rwlock_destroy(&rw) == 0);
	assert(pthread_cond_destroy(&cond) == 0 && pthread_spin_destroy(&spin) == 0);
	assert(pthread_barrier_destroy(&barrier) == 0 && sem_destroy(&sem) == 0);
	mtx_destroy(&mutex);
	cnd_destroy(&condition);
}

static void init(void)
{
	assert(pthread_mutex_init(&lock, NULL) == 0 && pthread_rwlock_init(&rw, NULL) == 0);
	assert(pthread_cond_init(&cond, NULL) == 0 && pthread_spin_init(&spin, 0) == 0);
	assert(pthread_barrier_init(&barrier, NULL, 1) == 0 && sem_init(&sem, 0, 1) == 0);
	assert(mtx_init(&mutex, mtx_plain) == thrd_success && cnd_init(&condition) == thrd_success);
}

static void *worker(void *arg)
{
	init();
	use();
	destroy();
	init();
	use();
	destroy();
	pthread_barrier_init(&barrier, NULL, 1);
	pthread_spin_init(&spin, 0);
	memset(&sem, 0, sizeof sem);
	assert(sem_post(&sem) == 0);
	lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
	rw = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
	cond = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
	mtx_init(&mutex, mtx_recursive);
	cnd_init(&condition);
	use();
	assert(pthread_mutex_lock(&lock) == 0);
	assert(pthread_mutex_init(&lock, NULL) == 0);
	assert(pthread_mutex_lock(&lock) == 0 && pthread_mutex_unlock(&lock) == 0);
	return arg;
}

int main(void)
{
	pthread_t t;

	for (int i = 0; i < 2; i++) {
		pthread_create(&t, NULL, worker, NULL);
		pthread_join(t, NULL);
	}
	return 0;
}
