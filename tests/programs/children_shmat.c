/* SPDX-License-Identifier: Apache-2.0
 * children_shmat.c: parent and child attach a segment of System V after the fork, each for itself, and add to
 * a counter in it; a semaphore in it guards the counter, but lets two in at once.
 * EXPECT: assert  EXPLAIN: 21 [40]
 * ARGS: -n 500 --children controlled */
#include <assert.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/shm.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
	sem_t guard, ready;
	int counter;
};

static void add(struct shared *s)
{
	sem_wait(&s->guard);
	s->counter++;
	sem_post(&s->guard);
}

int main(void)
{
	int id = shmget(IPC_PRIVATE, sizeof(struct shared), 0600), status;
	pid_t child = id < 0 ? -1 : fork();
	struct shared *s;

	if (child < 0)
		return 2;
	s = shmat(id, NULL, 0);
	assert(s != (void *)-1);
	if (child == 0) {
		sem_wait(&s->ready);
		add(s);
		_exit(0);
	}
	sem_init(&s->guard, 1, 2);
	sem_post(&s->ready); /* a segment is all zero: that is a semaphore without value */
	add(s);
	if (waitpid(child, &status, 0) != child || status)
		return 2;
	shmctl(id, IPC_RMID, NULL);
	assert(s->counter == 2);
	return 0;
}
