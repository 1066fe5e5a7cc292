/* SPDX-License-Identifier: Apache-2.0
 *
 * For the programs of this folder. Each is two: as it is it has no race (order_*: no deadlock); with -DRACY
 * it has one, because the same means is used wrongly. Lines that then race end with a comment "race". None of
 * them fails or hangs: only what is told about them is tested. */
#pragma once

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef RACY
#define RACY_OR(wrong, right) wrong
#else
#define RACY_OR(wrong, right) right
#endif

typedef void (*body)(void);

static void *start_body(void *b)
{
	(*(body *)b)();
	return NULL;
}

#define MAX_BODIES 8

static inline void run_bodies(const body *list, unsigned n)
{
	static body bodies[MAX_BODIES];
	pthread_t threads[MAX_BODIES];

	for (unsigned i = 0; i < n; i++) {
		bodies[i] = list[i];
		pthread_create(&threads[i], NULL, start_body, &bodies[i]);
	}
	for (unsigned i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
}

/* RUN(one, two, …): each in a thread of its own; comes back when all are done. */
#define RUN(...)                                                                                             \
	do {                                                                                                 \
		const body list_[] = {__VA_ARGS__};                                                          \
		run_bodies(list_, sizeof list_ / sizeof *list_);                                             \
	} while (0)

/* THREAD(name) { … }: what a thread does. */
#define THREAD(name) static void name(void)

/* What is read is used, or the compiler would leave the read out. */
static inline void use(int value)
{
	__asm__ volatile("" ::"r"(value));
}
