/* SPDX-License-Identifier: Apache-2.0
 *
 * A range of minimum and maximum is always read as a whole, and set as a whole or (-DSPLIT) one after the
 * other. */
#include "split.h"

static struct {
	pthread_mutex_t lock;
	int minimum, maximum;
} range = {PTHREAD_MUTEX_INITIALIZER, 0, 10};

static void *move(void *unused)
{
	for (int i = 1; i < 3; i++) {
		pthread_mutex_lock(&range.lock);
		range.minimum = 20 * i;
		SPLIT_HERE(&range.lock);
		range.maximum = 20 * i + 10;
		pthread_mutex_unlock(&range.lock);
	}
	return unused;
}

static void *look(void *unused)
{
	pthread_mutex_lock(&range.lock);
	if (range.minimum > range.maximum)
		use(1);
	pthread_mutex_unlock(&range.lock);
	return unused;
}

int main(void)
{
	return two_threads(move, NULL, look, NULL);
}
