/* SPDX-License-Identifier: Apache-2.0
 * rwlock.c: a lock for readers and writers: less than 0 is a writer, more than 0 are readers. BROKEN: a
 * writer does not mind readers. */
#include "classic.h"

static atomic_int lock;
static int left, right;

static void read_lock(void)
{
	int n = atomic_load(&lock);

	while (n < 0 || !atomic_compare_exchange_strong(&lock, &n, n + 1))
		n = atomic_load(&lock);
}

static void write_lock(void)
{
	if (FAULTY) {
		atomic_fetch_sub(&lock, 100);
		return;
	}
	for (int none = 0; !atomic_compare_exchange_strong(&lock, &none, -1); none = 0)
		;
}

static void write_unlock(void)
{
	if (FAULTY)
		atomic_fetch_add(&lock, 100);
	else
		atomic_store(&lock, 0);
}

static void *worker(void *arg)
{
	if (!arg) {
		write_lock();
		left++;
		right++;
		write_unlock();
		return NULL;
	}
	read_lock();
	assert(left == right);
	atomic_fetch_sub(&lock, 1);
	return NULL;
}

int main(void)
{
	run_threads(3, worker);
	assert(left == 1 && right == 1);
	return 0;
}
