/* SPDX-License-Identifier: Apache-2.0
 * manager.c: a manager of memory hands out blocks, takes them back, and says how much is free and in use.
 * SETS: struct memory
 * VIOLATES: memory_state/memory_request memory_state/memory_release
 * VIOLATES: memory_release/memory_request memory_release/memory_release
 * FAILS: assert
 * PAPER: cycles 4, wrong 2
 *
 * The bugs: a released block leaves the used ones in one critical section and is among the free ones in
 * another; and the state is asked for in two parts. */
#include "../monitor.h"

enum { BLOCKS = 4 };

struct memory {
	pthread_mutex_t lock;
	int free_blocks, used_blocks;
};

static struct memory *memory;
static int rounds;

int memory_request(struct memory *m)
{
	int got = 0;

	pthread_mutex_lock(&m->lock);
	if (m->free_blocks > 0) {
		m->free_blocks--;
		m->used_blocks++;
		got = 1;
	}
	pthread_mutex_unlock(&m->lock);
	return got;
}

void memory_release(struct memory *m)
{
	ought_lock(&m->lock);
	pthread_mutex_lock(&m->lock);
	m->used_blocks--;
	pthread_mutex_unlock(&m->lock);
	pthread_mutex_lock(&m->lock);
	m->free_blocks++;
	pthread_mutex_unlock(&m->lock);
	ought_unlock(&m->lock);
}

int memory_free(struct memory *m)
{
	int blocks;

	pthread_mutex_lock(&m->lock);
	blocks = m->free_blocks;
	pthread_mutex_unlock(&m->lock);
	return blocks;
}

int memory_used(struct memory *m)
{
	int blocks;

	pthread_mutex_lock(&m->lock);
	blocks = m->used_blocks;
	pthread_mutex_unlock(&m->lock);
	return blocks;
}

void memory_state(struct memory *m)
{
	int sum;

	ought_lock(&m->lock);
	sum = memory_free(m);
	sum += memory_used(m);
	ought_unlock(&m->lock);
	OUGHT(sum == BLOCKS);
}

static void *client(void *unused)
{
	for (int i = 0; i < rounds; i++)
		if (memory_request(memory))
			memory_release(memory);
	return unused;
}

static void *manager(void *unused)
{
	memory_state(memory);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 1);
	memory = calloc(1, sizeof *memory);
	monitor_init(&memory->lock);
	memory->free_blocks = BLOCKS;
	RUN(NULL, client, client, manager);
	free(memory);
	return 0;
}
