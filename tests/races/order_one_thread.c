/* SPDX-License-Identifier: Apache-2.0
 * One thread takes two locks in both orders, one after the other, and takes a recursive one again: no harm;
 * racy: another thread takes them, too. */
#include "race.h"

static pthread_mutex_t a, b = PTHREAD_MUTEX_INITIALIZER;

THREAD(one)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); /* cycle */
	pthread_mutex_lock(&a);
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); /* cycle */
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

THREAD(two)
{
	pthread_mutex_lock(&a);
	if (RACY_OR(true, false)) {
		pthread_mutex_lock(&b); /* cycle */
		pthread_mutex_unlock(&b);
	}
	pthread_mutex_unlock(&a);
}

int main(void)
{
	pthread_mutexattr_t recursive;

	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&a, &recursive);
	RUN(one, two);
	return 0;
}
