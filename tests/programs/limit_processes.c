/* SPDX-License-Identifier: Apache-2.0
 * limit_processes.c: an ordinary user's limit on processes is one on threads as well.
 * EXPECT: passed
 * FLAGS: -D_GNU_SOURCE */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

static void *nothing(void *unused)
{
	return unused;
}

int main(void)
{
	struct rlimit limit = {.rlim_cur = 1, .rlim_max = 1};
	pthread_t thread;

	assert(!pthread_create(&thread, NULL, nothing, NULL));
	assert(!pthread_join(thread, NULL));
	if (setresuid(4711, 4711, 4711)) /* root may have any number */
		return 0;
	assert(!setrlimit(RLIMIT_NPROC, &limit));
	assert(pthread_create(&thread, NULL, nothing, NULL) == EAGAIN);
	limit.rlim_max = 2;
	assert(setrlimit(RLIMIT_NPROC, &limit) == -1 && errno == EPERM);
	return 0;
}
