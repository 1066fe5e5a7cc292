/* SPDX-License-Identifier: Apache-2.0
 * tree_set.c: workers take the smallest number from a sorted set.
 * SETS: struct tree
 * VIOLATES: tree_take_first/tree_take_first tree_take_first/tree_add
 * FAILS: assert
 * PAPER: monitor 0 (rate 0), AssetFuzzer 16 (0.15)
 *
 * The bug: the smallest number is looked up in one critical section and removed in another one, so that two
 * workers may take the same. */
#include "../monitor.h"
#include <stdbool.h>

enum { NODES = 16, NONE = -1 };

struct tree { /* the nodes in an array, by number: present or not, with the children's subtrees counted */
	pthread_mutex_t lock;
	int below[2 * NODES]; /* how many are present in the subtree of a node; leaves are the numbers */
};

static struct tree *tree;
static int taken[NODES], numbers;
static pthread_mutex_t taken_lock = MONITOR;

static void change(struct tree *t, int number, int by)
{
	for (int node = NODES + number; node > 0; node /= 2)
		t->below[node] += by;
}

void tree_add(struct tree *t, int number)
{
	pthread_mutex_lock(&t->lock);
	if (!t->below[NODES + number])
		change(t, number, 1);
	pthread_mutex_unlock(&t->lock);
}

int tree_first(struct tree *t)
{
	int node = 1;

	pthread_mutex_lock(&t->lock);
	if (!t->below[1])
		node = NONE;
	while (node != NONE && node < NODES)
		node = t->below[2 * node] ? 2 * node : 2 * node + 1;
	pthread_mutex_unlock(&t->lock);
	return node == NONE ? NONE : node - NODES;
}

void tree_remove(struct tree *t, int number)
{
	pthread_mutex_lock(&t->lock);
	if (t->below[NODES + number])
		change(t, number, -1);
	pthread_mutex_unlock(&t->lock);
}

int tree_take_first(struct tree *t)
{
	int number;

	ought_lock(&t->lock);
	number = tree_first(t);
	if (number != NONE)
		tree_remove(t, number);
	ought_unlock(&t->lock);
	return number;
}

void taken_note(int number)
{
	pthread_mutex_lock(&taken_lock);
	if (number != NONE)
		taken[number]++;
	pthread_mutex_unlock(&taken_lock);
}

static void *worker(void *unused)
{
	for (int i = 0; i < numbers; i++)
		taken_note(tree_take_first(tree));
	return unused;
}

static void *adder(void *unused)
{
	tree_add(tree, 2 * numbers);
	return unused;
}

int main(int argc, char **argv)
{
	numbers = (subject_input(argc, argv, 3) - 1) % 6 + 1;
	tree = calloc(1, sizeof *tree);
	monitor_init(&tree->lock);
	for (int i = 0; i < 2 * numbers; i++)
		tree_add(tree, i);
	RUN(NULL, worker, worker, adder);
	for (int i = 0; i < NODES; i++)
		assert(taken[i] <= 1);
	free(tree);
	return 0;
}
