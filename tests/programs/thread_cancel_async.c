/* SPDX-License-Identifier: Apache-2.0
 * thread_cancel_async.c: threads whose cancellation is asynchronous are cancelled while they wait for
 * a lock or at a barrier, which are no cancellation points.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_barrier_t barrier;
static sem_t ready;
static int cleaned;

static void clean(void *unused)
{
	(void)unused;
	cleaned++;
}

static void *block(void *what)
{
	pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
	pthread_cleanup_push(clean, NULL);
	sem_post(&ready);
	if (what == &mutex)
		pthread_mutex_lock(&mutex);
	else if (what == &rwlock)
		pthread_rwlock_rdlock(&rwlock);
	else if (what == &spin)
		pthread_spin_lock(&spin);
	else
		pthread_barrier_wait(&barrier);
	pthread_cleanup_pop(0);
	return NULL;
}

static void try(void *what)
{
	pthread_t thread;
	void *result;

	cleaned = 0;
	assert(!pthread_create(&thread, NULL, block, what));
	sem_wait(&ready);
	assert(!pthread_cancel(thread));
	assert(!pthread_join(thread, &result));
	assert(result == PTHREAD_CANCELED && cleaned == 1);
}

int main(void)
{
	sem_init(&ready, 0, 0);
	pthread_spin_init(&spin, 0);
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_mutex_lock(&mutex);
	pthread_rwlock_wrlock(&rwlock);
	pthread_spin_lock(&spin);
	try(&mutex);
	try(&rwlock);
	try((void *)&spin);
	try(&barrier);
	return 0;
}
