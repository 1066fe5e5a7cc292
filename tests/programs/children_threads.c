/* SPDX-License-Identifier: Apache-2.0
 * children_threads.c: a child makes threads and a child of its own; all of them add to a counter in shared
 * memory under a process-shared lock, but one thread of the grandchild takes another lock.
 * EXPECT: assert  EXPLAIN: 21
 * ARGS: -n 500 --children controlled */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static struct shared {
	pthread_mutex_t right, wrong;
	int counter;
} * s;

static void *add(void *lock)
{
	pthread_mutex_lock(lock);
	s->counter++;
	pthread_mutex_unlock(lock);
	return NULL;
}

static void add_by_threads(pthread_mutex_t *first, pthread_mutex_t *second)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, add, first);
	pthread_create(&t[1], NULL, add, second);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
}

static void wait_for(pid_t child)
{
	int status;

	assert(waitpid(child, &status, 0) == child && status == 0);
}

static void in_child(void)
{
	pid_t grandchild = fork();

	if (grandchild == 0)
		add_by_threads(&s->right, &s->wrong);
	else
		add_by_threads(&s->right, &s->right);
	if (grandchild)
		wait_for(grandchild);
	_exit(0);
}

int main(void)
{
	pthread_mutexattr_t attr;
	pid_t child;

	s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s == MAP_FAILED)
		return 2;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&s->right, &attr);
	pthread_mutex_init(&s->wrong, &attr);
	child = fork();
	if (child == 0)
		in_child();
	add(&s->right);
	wait_for(child);
	assert(s->counter == 5);
	return 0;
}
