/* SPDX-License-Identifier: Apache-2.0
 * What collections of small programs share: what their threads use, and a main() that runs the program
 * argv[1] of the table `programs`. Main, which is one of the threads, writes the final state that was reached
 * as a line into the file argv[2]. Without arguments it lists the programs. */
#pragma once

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define THREADS 3

__attribute__((unused)) static int x, y, order[8], n;
__attribute__((unused)) static atomic_int a, b;
__attribute__((unused)) static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, m2 = PTHREAD_MUTEX_INITIALIZER;
__attribute__((unused)) static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
__attribute__((unused)) static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
__attribute__((unused)) static pthread_spinlock_t spin;
__attribute__((unused)) static pthread_barrier_t barrier;
__attribute__((unused)) static pthread_once_t once = PTHREAD_ONCE_INIT;
__attribute__((unused)) static sem_t sem;
__attribute__((unused)) static _Atomic int first;

static inline void note(int what)
{
	order[n++] = what;
}

struct state_program {
	const char *name; /* NULL: the end of the table */
	void *(*thread)(void *);
	int threads;
	int leaves; /* main does not wait for them */
};

static inline void write_state(const char *file)
{
	char line[128];
	int length = snprintf(line, sizeof line, "%d %d %d %d", x, y, atomic_load(&a), atomic_load(&b)), fd;

	for (int i = 0; i < 8; i++)
		length += snprintf(line + length, sizeof line - (size_t)length, " %d", order[i]);
	line[length++] = '\n';
	fd = open(file, O_WRONLY | O_CREAT | O_APPEND, 0600);
	if (write(fd, line, (size_t)length) != length)
		abort();
	close(fd);
}

static inline int run_program(const struct state_program *programs, int argc, char **argv)
{
	pthread_t threads[THREADS];
	const struct state_program *p = programs;

	for (; argc == 1 && p->name; p++)
		puts(p->name);
	while (argc > 2 && p->name && strcmp(p->name, argv[1]))
		p++;
	if (argc == 1 || !p->name)
		return argc > 1 ? 2 : 0;
	sem_init(&sem, 0, 0);
	pthread_spin_init(&spin, 0);
	pthread_barrier_init(&barrier, NULL, 3);
	atomic_init(&first, -1);
	for (long i = 1; i < p->threads; i++)
		pthread_create(&threads[i], NULL, p->thread, (void *)i);
	p->thread(NULL);
	for (int i = 1; i < p->threads && !p->leaves; i++)
		pthread_join(threads[i], NULL);
	write_state(argv[2]);
	return 0;
}
