/* SPDX-License-Identifier: Apache-2.0
 * allocation_vector.c: threads look for a free block and then mark it as taken.
 * SETS: struct vector
 * VIOLATES: vector_allocate/vector_allocate vector_allocate/vector_free
 * FAILS: assert
 * PAPER: cycles 0, wrong 0
 *
 * The bug: finding and marking are atomic each, but not together: two threads get the same block. */
#include "../monitor.h"

enum { BLOCKS = 8, NONE = -1 };

struct vector {
	pthread_mutex_t lock;
	int taken[BLOCKS];
	int free_blocks;
};

static struct vector *vector;
static int rounds;

int vector_find(struct vector *v)
{
	int found = NONE;

	pthread_mutex_lock(&v->lock);
	for (int i = 0; i < BLOCKS && found == NONE; i++)
		if (!v->taken[i])
			found = i;
	pthread_mutex_unlock(&v->lock);
	return found;
}

void vector_mark(struct vector *v, int block)
{
	pthread_mutex_lock(&v->lock);
	OUGHT(!v->taken[block]);
	v->taken[block] = 1;
	v->free_blocks--;
	pthread_mutex_unlock(&v->lock);
}

int vector_allocate(struct vector *v)
{
	int block;

	ought_lock(&v->lock);
	block = vector_find(v);
	if (block != NONE)
		vector_mark(v, block);
	ought_unlock(&v->lock);
	return block;
}

void vector_free(struct vector *v, int block)
{
	pthread_mutex_lock(&v->lock);
	v->taken[block] = 0;
	v->free_blocks++;
	pthread_mutex_unlock(&v->lock);
}

static void *user(void *unused)
{
	for (int i = 0; i < rounds; i++) {
		int block = vector_allocate(vector);

		if (block != NONE)
			vector_free(vector, block);
	}
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 2);
	vector = calloc(1, sizeof *vector);
	monitor_init(&vector->lock);
	vector->free_blocks = BLOCKS;
	RUN(NULL, user, user);
	assert(vector->free_blocks == BLOCKS);
	free(vector);
	return 0;
}
