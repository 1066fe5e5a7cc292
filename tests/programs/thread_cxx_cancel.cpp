// SPDX-License-Identifier: Apache-2.0
// thread_cxx_cancel.cpp: a cancelled thread destroys its objects: the lock that it holds is free again.
// EXPECT: passed
#include <cassert>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int guards;

struct Guard {
	Guard()
	{
		pthread_mutex_lock(&lock);
		guards++;
	}
	~Guard()
	{
		guards--;
		pthread_mutex_unlock(&lock);
	}
};

static void *waiter(void *)
{
	Guard guard;
	for (;;)
		pthread_cond_wait(&never, &lock);
}

int main()
{
	pthread_t t;
	void *result;

	pthread_create(&t, nullptr, waiter, nullptr);
	pthread_cancel(t);
	pthread_join(t, &result);
	assert(result == PTHREAD_CANCELED);
	pthread_mutex_lock(&lock);
	assert(guards == 0);
	pthread_mutex_unlock(&lock);
	return 0;
}
