/* SPDX-License-Identifier: Apache-2.0
 * A value is written before the function is registered that reads it when the program ends; racy: after that.
 */
#include <stdatomic.h>
#include <stdlib.h>

#include "race.h"

static int value;
static atomic_int registered;

static void at_end(void)
{
	use(value); /* race */
}

static void *registers(void *arg)
{
	if (RACY_OR(false, true))
		value = 1;
	atexit(at_end);
	if (RACY_OR(true, false))
		value = 1; /* race */
	atomic_store_explicit(&registered, 1, memory_order_relaxed);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, registers, NULL);
	pthread_detach(t);
	while (!atomic_load_explicit(&registered, memory_order_relaxed))
		sched_yield();
	exit(0);
}
