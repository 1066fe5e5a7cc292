/* SPDX-License-Identifier: Apache-2.0
 *
 * objects WHAT: a correct program that has three of what the kernel or libc gives, or that a race detector is
 * told of; see tests/cli/limits.sh. */
#define _GNU_SOURCE
#include <aio.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define THREE 3

void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void AnnotateBenignRaceSized(const char *file, int line, uintptr_t addr, uintptr_t size, const char *why);

static int shared[THREE];

static void must(int ok)
{
	if (!ok)
		abort();
}

static const char *name_of(int i)
{
	static char name[] = "/three-0";

	name[sizeof name - 2] = (char)('0' + i);
	return name;
}

static void named_semaphores(void)
{
	for (int i = 0; i < THREE; i++)
		must(sem_open(name_of(i), O_CREAT, 0600, 1) != SEM_FAILED);
}

static void child_opens_semaphores(void)
{
	int status;

	if (!fork()) {
		named_semaphores();
		_exit(0);
	}
	wait(&status);
	exit(status ? 3 : 0);
}

static void shared_memory(void)
{
	for (int i = 0; i < THREE; i++)
		must(shm_open(name_of(i), O_CREAT | O_RDWR, 0600) >= 0);
}

/* One after the other: they never need more than one place. */
static void shared_memory_removed(void)
{
	for (int i = 0; i < THREE; i++)
		must(shm_open(name_of(i), O_CREAT | O_RDWR, 0600) >= 0 && !shm_unlink(name_of(i)));
}

static void semaphore_sets(void)
{
	struct sembuf up = {.sem_op = 1};

	for (int i = 0; i < THREE; i++)
		must(!semop(semget(IPC_PRIVATE, 1, 0600), &up, 1));
}

static void notices(void)
{
	struct mq_attr attr = {.mq_maxmsg = 1, .mq_msgsize = 8};
	struct sigevent nothing = {.sigev_notify = SIGEV_NONE};

	for (int i = 0; i < THREE; i++)
		must(!mq_notify(mq_open(name_of(i), O_CREAT | O_RDWR, 0600, &attr), &nothing));
}

static void aio_lists(void)
{
	static struct aiocb cbs[THREE];
	int ends[2];

	must(!pipe(ends));
	for (int i = 0; i < THREE; i++) {
		struct aiocb *list[1] = {&cbs[i]};

		cbs[i] = (struct aiocb){.aio_fildes = ends[0],
					.aio_buf = &shared[i],
					.aio_nbytes = 1,
					.aio_lio_opcode = LIO_READ};
		must(!lio_listio(LIO_NOWAIT, list, 1, NULL));
	}
	must(write(ends[1], "123", THREE) == THREE);
}

static void timers(void)
{
	timer_t t;

	for (int i = 0; i < THREE; i++)
		must(!timer_create(CLOCK_MONOTONIC, NULL, &t));
}

static void nothing(void)
{
}

static void fork_handlers(void)
{
	for (int i = 0; i < THREE; i++)
		pthread_atfork(nothing, nothing, nothing);
}

static void children_waited_for_late(void)
{
	for (int i = 0; i < THREE; i++)
		if (!fork())
			_exit(0);
	while (wait(NULL) > 0)
		;
}

static void shared_mappings(void)
{
	for (int i = 0; i < THREE; i++)
		if (mmap(NULL, 1, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
			abort();
}

static void fibers(void)
{
	for (int i = 0; i < THREE; i++)
		__tsan_create_fiber(0);
}

static void benign(void)
{
	for (int i = 0; i < THREE; i++)
		AnnotateBenignRaceSized(__FILE__, __LINE__, (uintptr_t)&shared[i], sizeof shared[i], "");
}

__attribute__((noipa)) static int deep(int n)
{
	return n ? 1 + deep(n - 1) : 0;
}

static void calls(void)
{
	must(deep(1000) == 1000);
}

static const struct {
	const char *name;
	void (*fill)(void);
} fills[] = {
    {"named-semaphores", named_semaphores},
    {"child-opens-semaphores", child_opens_semaphores},
    {"shared-memory", shared_memory},
    {"shared-memory-removed", shared_memory_removed},
    {"semaphore-sets", semaphore_sets},
    {"notices", notices},
    {"aio-lists", aio_lists},
    {"timers", timers},
    {"fork-handlers", fork_handlers},
    {"children", children_waited_for_late},
    {"shared-mappings", shared_mappings},
    {"fibers", fibers},
    {"benign", benign},
    {"calls", calls},
};

int main(int argc, char **argv)
{
	for (unsigned i = 0; argc > 1 && i < sizeof fills / sizeof *fills; i++) {
		if (strcmp(argv[1], fills[i].name))
			continue;
		fills[i].fill();
		return 0;
	}
	return 2;
}
