/* SPDX-License-Identifier: Apache-2.0
 * A fiber of the program's own goes on in another thread than that in which it began, and the program says
 * so; racy: it says nothing. Only a relaxed flag tells the other thread when. */
#include <sanitizer/tsan_interface.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <ucontext.h>

#include "race.h"

#define STACK 65536

static ucontext_t fiber_context, homes[2];
static void *fiber, *threads[2];
static atomic_int paused;
static int value;

static void switch_to(void *to)
{
	if (RACY_OR(false, true))
		__tsan_switch_to_fiber(to, 0);
}

static void run_fiber(void)
{
	value = 1; /* race */
	switch_to(threads[0]);
	swapcontext(&fiber_context, &homes[0]);
	value = 2; /* race */
	switch_to(threads[1]);
	swapcontext(&fiber_context, &homes[1]);
}

static void enter_fiber(int thread)
{
	threads[thread] = __tsan_get_current_fiber();
	switch_to(fiber);
	swapcontext(&homes[thread], &fiber_context);
}

THREAD(begins)
{
	enter_fiber(0);
	atomic_store_explicit(&paused, 1, memory_order_relaxed);
}

THREAD(goes_on)
{
	while (!atomic_load_explicit(&paused, memory_order_relaxed))
		sched_yield();
	enter_fiber(1);
}

int main(void)
{
	char *stack = malloc(STACK);

	getcontext(&fiber_context);
	fiber_context.uc_stack.ss_sp = stack;
	fiber_context.uc_stack.ss_size = STACK;
	fiber_context.uc_link = NULL;
	makecontext(&fiber_context, run_fiber, 0);
	fiber = __tsan_create_fiber(0);
	RUN(begins, goes_on);
	__tsan_destroy_fiber(fiber);
	use(value);
	free(stack);
	return 0;
}
