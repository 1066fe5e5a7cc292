/* SPDX-License-Identifier: Apache-2.0
 * The value is written before the flag that the condition variable stands for; racy: after the critical
 * section, just before the signal: who comes late does not wait for one. */
#include "race.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;
static int value;

THREAD(producer)
{
	pthread_mutex_lock(&lock);
	if (RACY_OR(false, true))
		value = 1;
	ready = true;
	pthread_mutex_unlock(&lock);
	if (RACY_OR(true, false))
		value = 1; /* race */
	pthread_cond_signal(&changed);
}

THREAD(consumer)
{
	pthread_mutex_lock(&lock);
	while (!ready)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	use(value); /* race */
}

int main(void)
{
	RUN(consumer, producer);
	return 0;
}
