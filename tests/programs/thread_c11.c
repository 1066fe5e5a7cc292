/* SPDX-License-Identifier: Apache-2.0
 * thread_c11.c: C11 threads: results, exit, detach, sleep, yield, thread-specific storage.
 * EXPECT: passed */
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>

static tss_t key;
static mtx_t lock;
static cnd_t changed;
static int detached_done;
static atomic_int destroyed;

static void destroy(void *value)
{
	atomic_fetch_add(&destroyed, *(int *)value);
}

static int negative(void *arg)
{
	thrd_yield();
	assert(tss_set(key, arg) == thrd_success && tss_get(key) == arg);
	return -*(int *)arg;
}

static int leaves(void *arg)
{
	tss_set(key, arg);
	thrd_exit(*(int *)arg);
}

static int detached(void *arg)
{
	(void)arg;
	mtx_lock(&lock);
	detached_done = 1;
	cnd_signal(&changed);
	mtx_unlock(&lock);
	return 0;
}

int main(void)
{
	int values[2] = {7, 30}, result;
	thrd_t t[3];

	assert(tss_create(&key, destroy) == thrd_success);
	assert(mtx_init(&lock, mtx_plain) == thrd_success && cnd_init(&changed) == thrd_success);
	assert(thrd_create(&t[0], negative, &values[0]) == thrd_success);
	assert(thrd_create(&t[1], leaves, &values[1]) == thrd_success);
	assert(thrd_create(&t[2], detached, NULL) == thrd_success && thrd_detach(t[2]) == thrd_success);
	assert(thrd_join(t[1], &result) == thrd_success && result == 30);
	assert(thrd_join(t[0], &result) == thrd_success && result == -7 && destroyed == 37);
	mtx_lock(&lock);
	while (!detached_done)
		cnd_wait(&changed, &lock);
	mtx_unlock(&lock);
	assert(thrd_sleep(&(struct timespec){.tv_nsec = 1000}, NULL) == 0);
	return 0;
}
