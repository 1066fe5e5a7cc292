/* SPDX-License-Identifier: Apache-2.0
 *
 * What the classics share: threads that are started and joined, and a critical section that notices a second
 * thread in it. Each classic is correct, and has a fault when it is compiled with -DBROKEN. */
#pragma once

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifdef BROKEN
#define FAULTY 1
#else
#define FAULTY 0
#endif

static int shared_counter;

/* Not atomic: two threads that are in it at the same time lose an update. */
static inline void critical_section(void)
{
	int seen = shared_counter;

	shared_counter = seen + 1;
}

/* Runs thread(0) to thread(n - 1) and waits for them. The main thread is the first. */
static inline void run_threads(int n, void *(*thread)(void *))
{
	pthread_t threads[8];

	for (intptr_t i = 1; i < n; i++)
		pthread_create(&threads[i], NULL, thread, (void *)i);
	thread((void *)0);
	for (int i = 1; i < n; i++)
		pthread_join(threads[i], NULL);
}
