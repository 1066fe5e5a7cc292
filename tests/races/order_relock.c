/* SPDX-License-Identifier: Apache-2.0
 * Who waits on a condition variable takes its mutex again in the end. Both take the mutex first and the other
 * lock second; racy: one still holds the other lock while it waits, and so wants the mutex last.
 * ALWAYS: no, who comes late does not wait */
#include "race.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

THREAD(waiter)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&other); /* cycle */
	if (RACY_OR(false, true))
		pthread_mutex_unlock(&other);
	while (!ready)
		pthread_cond_wait(&changed, &lock); /* cycle */
	if (RACY_OR(true, false))
		pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&lock);
}

THREAD(bystander)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&other); /* cycle */
	pthread_mutex_unlock(&other);
	pthread_mutex_unlock(&lock);
}

THREAD(waker)
{
	pthread_mutex_lock(&lock);
	ready = true;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	RUN(waiter, waker, bystander);
	return 0;
}
