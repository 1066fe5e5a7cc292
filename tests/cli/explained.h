/* SPDX-License-Identifier: Apache-2.0
 *
 * What the programs of explain.sh share: threads that run side by side, and the bug that the argument names.
 */
#pragma once

#include <pthread.h>
#include <stddef.h>
#include <string.h>

#define THREADS_MOST 4

typedef void *(*thread_main)(void *);

static inline void run(unsigned n, const thread_main *mains)
{
	pthread_t threads[THREADS_MOST];

	for (unsigned i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, mains[i], NULL);
	for (unsigned i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

struct bug {
	const char *name;
	void (*run)(void);
};

/* The exit status: 2 if there is no such bug. */
static inline int run_bug(const struct bug *bugs, size_t n, const char *name)
{
	for (size_t i = 0; name && i < n; i++)
		if (!strcmp(name, bugs[i].name)) {
			bugs[i].run();
			return 0;
		}
	return 2;
}
