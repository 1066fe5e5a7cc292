/* SPDX-License-Identifier: Apache-2.0
 * robust_closes_everything.c: a daemon's habit: close every descriptor there is.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 20 */
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *worker(void *unused)
{
	return unused;
}

int main(void)
{
	pthread_t t;

	for (int fd = 3; fd < 1024; fd++)
		close(fd);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
