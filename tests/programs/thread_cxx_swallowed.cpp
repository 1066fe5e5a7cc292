// SPDX-License-Identifier: Apache-2.0
// thread_cxx_swallowed.cpp: a catch (...) that does not rethrow stops pthread_exit, which is fatal.
// EXPECT: abort  EXPLAIN: 10|11
#include <pthread.h>

static void *worker(void *arg)
{
	try {
		pthread_exit(nullptr);
	} catch (...) {
	}
	return arg;
}

int main()
{
	pthread_t t;

	pthread_create(&t, nullptr, worker, nullptr);
	pthread_join(t, nullptr);
	return 0;
}
