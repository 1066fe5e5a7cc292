/* SPDX-License-Identifier: Apache-2.0
 * children_lock_over_fork.c: a thread waits for a lock that is held over a fork; the child has its own one.
 * EXPECT: passed
 * ARGS: -n 300 --children controlled
 * DETERMINISM: 20 */
#include <pthread.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void before(void)
{
	pthread_mutex_lock(&lock);
}

static void after(void)
{
	pthread_mutex_unlock(&lock);
}

static void *locks(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;
	pid_t child;
	int status;

	pthread_atfork(before, after, after);
	pthread_create(&t, NULL, locks, NULL);
	child = fork();
	if (!child) {
		locks(NULL);
		_exit(0);
	}
	pthread_join(t, NULL);
	return child < 0 || waitpid(child, &status, 0) != child || status != 0;
}
