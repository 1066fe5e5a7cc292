/* SPDX-License-Identifier: Apache-2.0
 * scale_endless_retry.c: most runs are short; in some a flag is lost, and threads try again for ever.
 * EXPECT: hang | livelock  EXPLAIN: 19|20|21|22
 * ARGS: -t 900
 * REPLAYS: 1
 * DETERMINISM: no
 * NATIVE: no */
#include <pthread.h>
#include <sched.h>
#include <stddef.h>

static volatile int flags; /* both set a bit, without a lock: one may be lost */
static volatile unsigned long attempts[2];

static void *set(void *arg)
{
	int bit = *(const int *)arg;

	flags = flags | bit;
	while (flags != 3) {
		attempts[bit - 1]++; /* something changes all the time, so it is no livelock */
		sched_yield();
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int first = 1, second = 2;

	pthread_create(&thread, NULL, set, &second);
	set(&first);
	pthread_join(thread, NULL);
	return 0;
}
