/* SPDX-License-Identifier: Apache-2.0
 * sync_c11.c: mutexes, condition variables and call_once of threads.h.
 * EXPECT: passed */
#include <assert.h>
#include <threads.h>
#include <time.h>

static once_flag once = ONCE_FLAG_INIT;
static mtx_t m, recursive;
static cnd_t c;
static int turn;

static void init(void)
{
	assert(mtx_init(&m, mtx_timed) == thrd_success);
	assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
	assert(cnd_init(&c) == thrd_success);
}

static int worker(void *arg)
{
	int me = arg != NULL;

	call_once(&once, init);
	for (int i = 0; i < 2; i++) {
		mtx_lock(&m);
		assert(mtx_trylock(&m) == thrd_busy);
		while (turn % 2 != me)
			cnd_wait(&c, &m);
		turn++;
		assert((me ? cnd_signal : cnd_broadcast)(&c) == thrd_success);
		mtx_unlock(&m);
	}
	return 0;
}

int main(void)
{
	struct timespec past = {1, 0};
	thrd_t a, b;
	int error;

	thrd_create(&a, worker, NULL);
	thrd_create(&b, worker, &b);
	thrd_join(a, NULL);
	thrd_join(b, NULL);
	assert(turn == 4);
	assert(mtx_lock(&recursive) == thrd_success && mtx_lock(&recursive) == thrd_success);
	assert(mtx_unlock(&recursive) == thrd_success && mtx_unlock(&recursive) == thrd_success);
	assert(mtx_timedlock(&m, &past) == thrd_success);
	do
		error = cnd_timedwait(&c, &m, &past);
	while (error == thrd_success);
	assert(error == thrd_timedout && mtx_timedlock(&m, &past) == thrd_timedout);
	mtx_unlock(&m);
	mtx_destroy(&m);
	cnd_destroy(&c);
	return 0;
}
