/* SPDX-License-Identifier: Apache-2.0
 * children_lost_wakeup.c: a child waits on a condition variable in shared memory without looking whether what
 * it waits for has happened already.
 * EXPECT: lost-wakeup  EXPLAIN: 42 47
 * ARGS: -n 500 --children controlled */
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
	pthread_mutex_t lock;
	pthread_cond_t go;
};

static void set_up(struct shared *s)
{
	pthread_mutexattr_t lock;
	pthread_condattr_t go;

	pthread_mutexattr_init(&lock);
	pthread_mutexattr_setpshared(&lock, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&s->lock, &lock);
	pthread_condattr_init(&go);
	pthread_condattr_setpshared(&go, PTHREAD_PROCESS_SHARED);
	pthread_cond_init(&s->go, &go);
}

int main(void)
{
	struct shared *s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status;
	pid_t child;

	if (s == MAP_FAILED)
		return 2;
	set_up(s);
	child = fork();
	if (child == 0) {
		pthread_mutex_lock(&s->lock);
		pthread_cond_wait(&s->go, &s->lock);
		pthread_mutex_unlock(&s->lock);
		_exit(0);
	}
	pthread_mutex_lock(&s->lock);
	pthread_cond_signal(&s->go);
	pthread_mutex_unlock(&s->lock);
	return waitpid(child, &status, 0) != child || status;
}
