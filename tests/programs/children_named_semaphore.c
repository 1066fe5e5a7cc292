/* SPDX-License-Identifier: Apache-2.0
 * children_named_semaphore.c: parent and child take turns by two semaphores with names; the child opens them
 * by itself.
 * EXPECT: passed
 * ARGS: -n 300 --children controlled */
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void)
{
	int *turn = mmap(NULL, sizeof *turn, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	sem_t *ping, *pong;
	int status;
	pid_t child;

	sem_unlink("/heddle-ping");
	sem_unlink("/heddle-pong");
	ping = sem_open("/heddle-ping", O_CREAT, 0600, 0);
	pong = sem_open("/heddle-pong", O_CREAT, 0600, 0);
	if (turn == MAP_FAILED || ping == SEM_FAILED || pong == SEM_FAILED)
		return 2;
	child = fork();
	if (child == 0) {
		sem_t *in = sem_open("/heddle-ping", 0), *out = sem_open("/heddle-pong", 0);

		for (int i = 0; i < 3; i++) {
			sem_wait(in);
			assert(*turn == 2 * i + 1);
			++*turn;
			sem_post(out);
		}
		_exit(0);
	}
	for (int i = 0; i < 3; i++) {
		assert(*turn == 2 * i);
		++*turn;
		sem_post(ping);
		sem_wait(pong);
	}
	if (waitpid(child, &status, 0) != child || status)
		return 1;
	assert(*turn == 6);
	sem_unlink("/heddle-ping");
	sem_unlink("/heddle-pong");
	return 0;
}
