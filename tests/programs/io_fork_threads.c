/* SPDX-License-Identifier: Apache-2.0
 * io_fork_threads.c: a child makes threads of its own, which lose an update; handlers of fork keep a lock
 * whole.
 * EXPECT: exit  EXPLAIN: 41
 * ARGS: -n 300 --children controlled
 * WORLD: yes
 * DETERMINISM: 20 */
#include <pthread.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter, handled;

static void before(void)
{
	pthread_mutex_lock(&lock);
}

static void after(void)
{
	pthread_mutex_unlock(&lock);
}

static void after_in_child(void)
{
	handled = 1;
	pthread_mutex_unlock(&lock);
}

static void *locks(void *unused)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *adds(void *unused)
{
	counter++;
	return unused;
}

static int in_child(void)
{
	pthread_t t[2];

	if (!handled)
		return 2;
	locks(NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, adds, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return counter == 2 ? 0 : 3;
}

int main(void)
{
	pthread_t t;
	int status;
	pid_t child;

	pthread_atfork(before, after, after_in_child);
	pthread_create(&t, NULL, locks, NULL);
	child = fork();
	if (child == 0)
		_exit(in_child());
	pthread_join(t, NULL);
	if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
		return 4;
	return WEXITSTATUS(status);
}
