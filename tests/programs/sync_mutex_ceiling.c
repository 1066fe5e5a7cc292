/* SPDX-License-Identifier: Apache-2.0
 * sync_mutex_ceiling.c: a mutex with a priority ceiling can be locked by threads below it, its ceiling can be
 * read and changed, and a thread above the ceiling is refused.
 * EXPECT: passed
 * FLAGS: -D_GNU_SOURCE */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

static pthread_mutex_t mutex;
static int shared;

static int become(int policy, int priority)
{
	return pthread_setschedparam(pthread_self(), policy,
				     &(struct sched_param){.sched_priority = priority});
}

static void *add(void *unused)
{
	assert(!pthread_mutex_lock(&mutex));
	shared++;
	assert(!pthread_mutex_unlock(&mutex));
	return unused;
}

static int ceiling(void)
{
	int now = -1;

	assert(!pthread_mutex_getprioceiling(&mutex, &now));
	return now;
}

int main(void)
{
	pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
	pthread_mutexattr_t attr;
	pthread_t one, two;
	int old;

	assert(pthread_mutex_getprioceiling(&plain, &old) == EINVAL);
	assert(pthread_mutex_setprioceiling(&plain, 5, &old) == EINVAL);
	pthread_mutexattr_init(&attr);
	assert(pthread_mutexattr_setprotocol(&attr, 4711) == EINVAL);
	assert(!pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_PROTECT));
	assert(pthread_mutexattr_setprioceiling(&attr, 4711) == EINVAL);
	assert(!pthread_mutexattr_setprioceiling(&attr, 10));
	assert(!pthread_mutex_init(&mutex, &attr));
	assert(ceiling() == 10);
	assert(pthread_mutex_setprioceiling(&mutex, 0, &old) == EINVAL);
	assert(!pthread_mutex_setprioceiling(&mutex, 20, &old) && old == 10 && ceiling() == 20);
	if (become(SCHED_FIFO, 5)) { /* an ordinary user cannot be raised to any ceiling */
		assert(pthread_mutex_lock(&mutex) == EINVAL);
		return 0;
	}
	assert(!pthread_create(&one, NULL, add, NULL));
	assert(!pthread_create(&two, NULL, add, NULL));
	assert(!pthread_join(one, NULL) && !pthread_join(two, NULL) && shared == 2);
	assert(!pthread_mutex_trylock(&mutex) && ceiling() == 20);
	assert(pthread_mutex_trylock(&mutex) == EBUSY);
	assert(!pthread_mutex_unlock(&mutex) && ceiling() == 20);
	assert(!become(SCHED_FIFO, 21));
	assert(pthread_mutex_lock(&mutex) == EINVAL);
	assert(pthread_mutex_trylock(&mutex) == EINVAL);
	assert(!become(SCHED_OTHER, 0));
	assert(pthread_mutex_lock(&mutex) == EINVAL); /* its policy has no priority to raise */
	assert(!pthread_mutex_destroy(&mutex));
	return 0;
}
