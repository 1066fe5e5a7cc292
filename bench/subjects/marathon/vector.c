/* SPDX-License-Identifier: Apache-2.0
 * vector.c: a vector whose operations are atomic each; loops over it are not.
 * SETS: struct vector
 * VIOLATES: vector_sum/vector_append vector_sum/vector_double
 * VIOLATES: vector_double/vector_append vector_double/vector_double
 * FAILS:
 * PAPER: cycles 131, wrong 0
 *
 * The bugs: the sum of all elements, and doubling them, lock the vector for one element at a time. */
#include "../monitor.h"

enum { CAPACITY = 16 };

struct vector {
	pthread_mutex_t lock;
	int size, element[CAPACITY];
};

static struct vector *vector;
static int rounds;

int vector_size(struct vector *v)
{
	int size;

	pthread_mutex_lock(&v->lock);
	size = v->size;
	pthread_mutex_unlock(&v->lock);
	return size;
}

int vector_get(struct vector *v, int at)
{
	int element;

	pthread_mutex_lock(&v->lock);
	element = v->element[at];
	pthread_mutex_unlock(&v->lock);
	return element;
}

void vector_set(struct vector *v, int at, int element)
{
	pthread_mutex_lock(&v->lock);
	v->element[at] = element;
	pthread_mutex_unlock(&v->lock);
}

void vector_append(struct vector *v, int element)
{
	pthread_mutex_lock(&v->lock);
	if (v->size < CAPACITY)
		v->element[v->size++] = element;
	pthread_mutex_unlock(&v->lock);
}

int vector_sum(struct vector *v)
{
	int sum = 0;

	ought_lock(&v->lock);
	for (int i = 0; i < vector_size(v); i++)
		sum += vector_get(v, i);
	ought_unlock(&v->lock);
	return sum;
}

void vector_double(struct vector *v)
{
	ought_lock(&v->lock);
	for (int i = 0; i < vector_size(v); i++)
		vector_set(v, i, 2 * vector_get(v, i));
	ought_unlock(&v->lock);
}

static void *changes(void *unused)
{
	vector_set(vector, 0, 5);
	for (int i = 0; i < rounds; i++)
		vector_append(vector, i);
	return unused;
}

static void *sums(void *unused)
{
	vector_sum(vector);
	return unused;
}

static void *doubles(void *unused)
{
	vector_double(vector);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 1);
	vector = calloc(1, sizeof *vector);
	monitor_init(&vector->lock);
	vector_append(vector, 1);
	vector_append(vector, 2);
	RUN(NULL, changes, sums, doubles, doubles);
	free(vector);
	return 0;
}
