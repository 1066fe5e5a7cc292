/* SPDX-License-Identifier: Apache-2.0
 * bubble_sort_2.c: as bubble_sort.c, with a lock for each number instead of one for all.
 * SETS: struct numbers
 * VIOLATES: numbers_order/numbers_order
 * FAILS: assert
 * PAPER: cycles 34, wrong 0
 *
 * The bug: the locks of the two numbers are taken one after the other, not together; in the correct twin they
 * are, the left one first. */
#include "../monitor.h"

enum { COUNT = 3 };

struct numbers {
	pthread_mutex_t lock[COUNT];
	int number[COUNT];
};

static struct numbers *numbers;
static int rounds;

int numbers_get(struct numbers *n, int at)
{
	int number;

	pthread_mutex_lock(&n->lock[at]);
	number = n->number[at];
	pthread_mutex_unlock(&n->lock[at]);
	return number;
}

void numbers_set(struct numbers *n, int at, int number)
{
	pthread_mutex_lock(&n->lock[at]);
	n->number[at] = number;
	pthread_mutex_unlock(&n->lock[at]);
}

void numbers_order(struct numbers *n, int at)
{
	int a, b;

	ought_lock(&n->lock[at]);
	ought_lock(&n->lock[at + 1]);
	a = numbers_get(n, at);
	b = numbers_get(n, at + 1);
	if (a > b) {
		numbers_set(n, at, b);
		numbers_set(n, at + 1, a);
	}
	ought_unlock(&n->lock[at + 1]);
	ought_unlock(&n->lock[at]);
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
	for (int i = 0; i < COUNT; i++) {
		monitor_init(&numbers->lock[i]);
		numbers->number[i] = 1 << (COUNT - i);
	}
	RUN(NULL, sorts, sorts);
	for (int i = 0; i < COUNT; i++)
		sum += numbers->number[i];
	assert(sum == (2 << COUNT) - 2);
	free(numbers);
	return 0;
}
