/* SPDX-License-Identifier: Apache-2.0
 * seqlock.c: a reader that reads again when a writer was at work. BROKEN: it does not look at the end. */
#include "classic.h"

static atomic_uint sequence;
static atomic_int left, right;

static void write_both(int value)
{
	atomic_fetch_add(&sequence, 1);
	atomic_store(&left, value);
	atomic_store(&right, value);
	atomic_fetch_add(&sequence, 1);
}

static void read_both(int *l, int *r)
{
	unsigned before;

	do {
		while ((before = atomic_load(&sequence)) & 1)
			;
		*l = atomic_load(&left);
		*r = atomic_load(&right);
	} while (!FAULTY && atomic_load(&sequence) != before);
}

static void *worker(void *arg)
{
	int l, r;

	if (!arg) {
		write_both(1);
		write_both(2);
		return NULL;
	}
	read_both(&l, &r);
	assert(l == r);
	return NULL;
}

int main(void)
{
	run_threads(2, worker);
	return 0;
}
