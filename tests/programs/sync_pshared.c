/* SPDX-License-Identifier: Apache-2.0
 * sync_pshared.c: objects that processes could share, in shared memory, used by the threads of one.
 * EXPECT: passed
 * ARGS: -n 300
 * DETERMINISM: 40 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/mman.h>

struct shared {
	pthread_mutex_t lock;
	pthread_mutex_t robust;
	pthread_cond_t changed;
	pthread_rwlock_t rwlock;
	pthread_barrier_t barrier;
	pthread_spinlock_t spin;
	sem_t room;
	int items, taken, value, died;
};

static struct shared *s;

static void set_up(void)
{
	pthread_mutexattr_t mutex;
	pthread_condattr_t cond;
	pthread_rwlockattr_t rwlock;
	pthread_barrierattr_t barrier;

	s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	assert(s != MAP_FAILED);
	pthread_mutexattr_init(&mutex);
	assert(!pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED));
	assert(!pthread_mutex_init(&s->lock, &mutex));
	assert(!pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST));
	assert(!pthread_mutex_init(&s->robust, &mutex));
	pthread_condattr_init(&cond);
	assert(!pthread_condattr_setpshared(&cond, PTHREAD_PROCESS_SHARED));
	assert(!pthread_cond_init(&s->changed, &cond));
	pthread_rwlockattr_init(&rwlock);
	assert(!pthread_rwlockattr_setpshared(&rwlock, PTHREAD_PROCESS_SHARED));
	assert(!pthread_rwlock_init(&s->rwlock, &rwlock));
	pthread_barrierattr_init(&barrier);
	assert(!pthread_barrierattr_setpshared(&barrier, PTHREAD_PROCESS_SHARED));
	assert(!pthread_barrier_init(&s->barrier, &barrier, 2));
	assert(!pthread_spin_init(&s->spin, PTHREAD_PROCESS_SHARED));
	assert(!sem_init(&s->room, 1, 1));
}

static void *consume(void *unused)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&s->lock);
		while (!s->items)
			pthread_cond_wait(&s->changed, &s->lock);
		s->items--;
		s->taken++;
		pthread_mutex_unlock(&s->lock);
		sem_post(&s->room);
	}
	pthread_barrier_wait(&s->barrier);
	pthread_rwlock_rdlock(&s->rwlock);
	assert(s->value % 2 == 0);
	pthread_rwlock_unlock(&s->rwlock);
	pthread_mutex_lock(&s->robust);
	s->died++;
	return unused; /* with the robust mutex held */
}

static void produce(void)
{
	for (int i = 0; i < 2; i++) {
		sem_wait(&s->room);
		pthread_mutex_lock(&s->lock);
		s->items++;
		pthread_cond_signal(&s->changed);
		pthread_mutex_unlock(&s->lock);
	}
	pthread_barrier_wait(&s->barrier);
	pthread_rwlock_wrlock(&s->rwlock);
	s->value++;
	s->value++;
	pthread_rwlock_unlock(&s->rwlock);
}

int main(void)
{
	pthread_t thread;

	set_up();
	pthread_create(&thread, NULL, consume, NULL);
	produce();
	pthread_join(thread, NULL);
	assert(pthread_mutex_lock(&s->robust) == EOWNERDEAD && s->died == 1);
	assert(!pthread_mutex_consistent(&s->robust));
	pthread_mutex_unlock(&s->robust);
	pthread_spin_lock(&s->spin);
	assert(s->taken == 2 && s->items == 0);
	pthread_spin_unlock(&s->spin);
	munmap(s, sizeof *s);
	return 0;
}
