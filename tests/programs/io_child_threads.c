/* SPDX-License-Identifier: Apache-2.0
 * io_child_threads.c: children make threads, which use locks, thread-local data, the heap and keys for real;
 * one is made by main, one by another thread, which holds locks meanwhile.
 * EXPECT: passed
 * ARGS: -n 20
 * WORLD: yes
 * DETERMINISM: 8 */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define THREADS 4
#define BLOCKS	500

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_key_t key;
static __thread int mine;
static int arrived, freed;
static char *inherited;

static void drop(void *value)
{
	free(value);
	pthread_mutex_lock(&lock);
	freed++;
	pthread_mutex_unlock(&lock);
}

static void use_heap(void)
{
	for (int i = 0; i < BLOCKS; i++) {
		char *p = malloc((size_t)(16 + i % 300));

		memset(p, mine, 16);
		p = realloc(p, 700);
		assert(p && p[15] == mine);
		free(p);
	}
}

static void *work(void *number)
{
	char *text = malloc(64);

	mine = (int)(long)number;
	pthread_setspecific(key, text);
	use_heap();
	snprintf(text, 64, "thread %d", mine);
	pthread_mutex_lock(&lock);
	arrived++;
	pthread_cond_broadcast(&changed);
	while (arrived < THREADS)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	assert(mine == (int)(long)number);
	return (void *)strlen(text);
}

static void at_end(void)
{
	if (freed != THREADS)
		_exit(9);
}

static int in_child(void)
{
	pthread_t t[THREADS];
	void *length;

	atexit(at_end);
	for (long i = 0; i < THREADS; i++)
		assert(!pthread_create(&t[i], NULL, work, (void *)(i + 1)));
	for (int i = 0; i < THREADS; i++) {
		assert(!pthread_join(t[i], &length));
		assert(length == (void *)8);
	}
	inherited = realloc(inherited, 1000);
	assert(!strcmp(inherited, "before"));
	free(inherited);
	return 3;
}

static void *forks(void *unused)
{
	int status;
	pid_t child = fork();

	assert(child >= 0);
	if (!child)
		exit(in_child());
	assert(waitpid(child, &status, 0) == child);
	assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	return unused;
}

/* The child has what its thread had, as far as libc does not ask which thread that was. */
static void *forks_with_locks(void *unused)
{
	int status;
	pid_t child;

	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&held);
	pthread_rwlock_rdlock(&rwlock);
	child = fork();
	if (!child) {
		assert(!pthread_mutex_unlock(&held) && !pthread_mutex_trylock(&held));
		assert(pthread_mutex_unlock(&recursive) == EPERM); /* its thread is another one */
		assert(!pthread_rwlock_unlock(&rwlock) && !pthread_rwlock_trywrlock(&rwlock));
		exit(in_child());
	}
	pthread_rwlock_unlock(&rwlock);
	pthread_mutex_unlock(&held);
	pthread_mutex_unlock(&recursive);
	pthread_mutex_unlock(&recursive);
	assert(waitpid(child, &status, 0) == child);
	assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_key_create(&key, drop);
	inherited = strdup("before");
	assert(!pthread_create(&t, NULL, forks_with_locks, NULL));
	forks(NULL);
	pthread_join(t, NULL);
	return 0;
}
