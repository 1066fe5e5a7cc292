/* SPDX-License-Identifier: Apache-2.0
 * robust_scribbles_own_memory.c: overwrites all of its own static data, and nothing of Heddle's.
 * EXPECT: passed */
#include <pthread.h>
#include <string.h>

static struct {
	char before[10000];
	pthread_mutex_t lock;
	char after[10000];
} block;

static void *worker(void *unused)
{
	(void)unused;
	memset(&block, 0xff, sizeof block);
	return NULL;
}

int main(void)
{
	pthread_t t;

	if (block.before[0] || block.after[9999])
		return 1;
	pthread_mutex_lock(&block.lock);
	pthread_mutex_unlock(&block.lock);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return block.after[9999] == (char)0xff ? 0 : 2;
}
