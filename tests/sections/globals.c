/* SPDX-License-Identifier: Apache-2.0
 *
 * Two variables of a file, and a member of a structure in another variable, belong together: they are only
 * written together. */
#include "split.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int hits, misses;
static struct {
	int version, total;
} statistics;

static void *count(void *unused)
{
	pthread_mutex_lock(&lock);
	hits += 2;
	misses++;
	statistics.total += 3;
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *report(void *unused)
{
	int n;

	pthread_mutex_lock(&lock);
	n = hits;
	SPLIT_HERE(&lock);
	n += misses;
	SPLIT_HERE(&lock);
	n -= statistics.total;
	pthread_mutex_unlock(&lock);
	use(n);
	return unused;
}

int main(void)
{
	return two_threads(count, NULL, report, NULL);
}
