/* SPDX-License-Identifier: Apache-2.0
 * children_shm.c: parent and child map memory with a name, each for itself after the fork, and lose an update
 * of a counter in it; a semaphore in it orders the rest.
 * EXPECT: assert  EXPLAIN: 40
 * ARGS: -n 500 --children controlled */
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

struct shared {
	sem_t done;
	int counter;
};

static struct shared *map(void)
{
	int fd = shm_open("/heddle-children-shm", O_RDWR, 0600);
	void *at = fd < 0 ? MAP_FAILED
			  : mmap(NULL, sizeof(struct shared), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	assert(at != MAP_FAILED);
	close(fd);
	return at;
}

int main(void)
{
	int fd = shm_open("/heddle-children-shm", O_RDWR | O_CREAT | O_TRUNC, 0600), status;
	struct shared *s;
	pid_t child;

	if (fd < 0 || ftruncate(fd, sizeof *s))
		return 2;
	child = fork();
	s = map();
	s->counter++;
	if (child == 0) {
		sem_post(&s->done);
		_exit(0);
	}
	sem_wait(&s->done);
	if (waitpid(child, &status, 0) != child || status)
		return 2;
	shm_unlink("/heddle-children-shm");
	assert(s->counter == 2);
	return 0;
}
