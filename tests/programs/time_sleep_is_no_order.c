/* SPDX-License-Identifier: Apache-2.0
 * time_sleep_is_no_order.c: main sleeps and believes that the other thread has done its work meanwhile.
 * EXPECT: assert  EXPLAIN: 12 22 */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static int done;

static void *worker(void *arg)
{
	done = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	usleep(10000);
	assert(done);
	pthread_join(t, NULL);
	return 0;
}
