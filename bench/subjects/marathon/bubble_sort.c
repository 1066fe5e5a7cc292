/* SPDX-License-Identifier: Apache-2.0
 * bubble_sort.c: threads sort one array together, swapping neighbours.
 * SETS: struct numbers
 * VIOLATES: numbers_order/numbers_order
 * FAILS: assert
 * PAPER: cycles 6, wrong 0
 *
 * The bug: two neighbours are read in one critical section and written in another one. */
#include "../monitor.h"

enum { COUNT = 4 };

struct numbers {
	pthread_mutex_t lock;
	int number[COUNT];
};

static struct numbers *numbers;
static int rounds;

void numbers_order(struct numbers *n, int at)
{
	int a, b;

	ought_lock(&n->lock);
	pthread_mutex_lock(&n->lock);
	a = n->number[at];
	b = n->number[at + 1];
	pthread_mutex_unlock(&n->lock);
	if (a > b) {
		pthread_mutex_lock(&n->lock);
		n->number[at] = b;
		n->number[at + 1] = a;
		pthread_mutex_unlock(&n->lock);
	}
	ought_unlock(&n->lock);
}

static void *sorts(void *unused)
{
	for (int i = 0; i < rounds; i++)
		for (int at = 0; at + 1 < COUNT; at++)
			numbers_order(numbers, at);
	return unused;
}

int main(int argc, char **argv)
{
	int sum = 0;

	rounds = (subject_input(argc, argv, 1) + 1) / 2;
	numbers = calloc(1, sizeof *numbers);
	monitor_init(&numbers->lock);
	for (int i = 0; i < COUNT; i++)
		numbers->number[i] = 1 << (COUNT - i);
	RUN(NULL, sorts, sorts);
	for (int i = 0; i < COUNT; i++)
		sum += numbers->number[i];
	assert(sum == (2 << COUNT) - 2);
	free(numbers);
	return 0;
}
