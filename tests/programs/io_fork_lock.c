/* SPDX-License-Identifier: Apache-2.0
 * io_fork_lock.c: the program forks while another thread holds a lock; the child wants that lock, and nobody
 * is there to release it.
 * EXPECT: deadlock  EXPLAIN: 18 33 [20 31 36]
 * ARGS: -n 300 --children controlled
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
	pthread_mutex_lock(&lock);
	counter++;
	pthread_mutex_unlock(&lock);
	return unused;
}

int main(void)
{
	pthread_t t;
	int status;
	pid_t child;

	pthread_create(&t, NULL, worker, NULL);
	child = fork();
	if (child == 0) {
		pthread_mutex_lock(&lock);
		_exit(0);
	}
	if (waitpid(child, &status, 0) != child || status)
		return 1;
	pthread_join(t, NULL);
	return 0;
}
