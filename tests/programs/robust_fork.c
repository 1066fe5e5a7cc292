/* SPDX-License-Identifier: Apache-2.0
 * robust_fork.c: the program forks while threads are alive; the child exits, the parent waits for it.
 * EXPECT: passed
 * ARGS: -n 200
 * WORLD: yes
 * DETERMINISM: 20 */
#include <pthread.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *unused)
{
	(void)unused;
	pthread_mutex_lock(&lock);
	counter++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t;
	int status;

	pthread_create(&t, NULL, worker, NULL);
	pid_t child = fork();
	if (child < 0)
		return 1;
	if (child == 0)
		_exit(7);
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 7)
		return 2;
	pthread_join(t, NULL);
	return counter == 1 ? 0 : 3;
}
