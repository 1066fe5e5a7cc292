/* SPDX-License-Identifier: Apache-2.0
 * C11's threads, mutexes and conditions; racy: the mutex is given back before the result is written.
 * TSAN: no, gcc's does not know C11's threads, and crashes */
#include <threads.h>

#include "race.h"

static mtx_t lock;
static cnd_t changed;
static int state, result;

static int worker(void *unused)
{
	(void)unused;
	mtx_lock(&lock);
	if (RACY_OR(false, true))
		result = 1;
	state = 1;
	cnd_signal(&changed);
	mtx_unlock(&lock);
	if (RACY_OR(true, false))
		result = 1; /* race */
	return 5;
}

int main(void)
{
	thrd_t t;
	int code;

	mtx_init(&lock, mtx_plain);
	cnd_init(&changed);
	thrd_create(&t, worker, NULL);
	mtx_lock(&lock);
	while (!state)
		cnd_wait(&changed, &lock);
	mtx_unlock(&lock);
	use(result); /* race */
	thrd_join(t, &code);
	use(result + code);
	return 0;
}
