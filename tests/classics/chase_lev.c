/* SPDX-License-Identifier: Apache-2.0
 * chase_lev.c: the deque of D. Chase and Y. Lev: its owner takes from one end, a thief from the other.
 * BROKEN: the owner takes the last element without competing with the thief for it. */
#include "classic.h"

static atomic_int top, bottom, slots[4], taken[4];

static void push(int value)
{
	int b = atomic_load(&bottom);

	atomic_store(&slots[b % 4], value);
	atomic_store(&bottom, b + 1);
}

static int take(void)
{
	int b = atomic_load(&bottom) - 1, t, value;

	atomic_store(&bottom, b);
	t = atomic_load(&top);
	if (t > b) {
		atomic_store(&bottom, t);
		return 0;
	}
	value = atomic_load(&slots[b % 4]);
	if (t < b || FAULTY)
		return value;
	if (!atomic_compare_exchange_strong(&top, &t, t + 1))
		value = 0;
	atomic_store(&bottom, b + 1);
	return value;
}

static int steal(void)
{
	int t = atomic_load(&top), b = atomic_load(&bottom), value;

	if (t >= b)
		return 0;
	value = atomic_load(&slots[t % 4]);
	return atomic_compare_exchange_strong(&top, &t, t + 1) ? value : 0;
}

static void *worker(void *arg)
{
	if (!arg) {
		push(1);
		push(2);
		atomic_fetch_add(&taken[take()], 1);
		atomic_fetch_add(&taken[take()], 1);
		return NULL;
	}
	atomic_fetch_add(&taken[steal()], 1);
	return NULL;
}

int main(void)
{
	run_threads(2, worker);
	assert(taken[1] <= 1 && taken[2] <= 1 && taken[1] + taken[2] == 2);
	return 0;
}
