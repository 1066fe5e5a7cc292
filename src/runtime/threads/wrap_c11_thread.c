/* SPDX-License-Identifier: Apache-2.0
 *
 * C11 threads and their thread-specific storage, on the same ground as pthreads. thrd_current, thrd_equal,
 * tss_get and tss_set do the right thing as libc has them. */
#include <errno.h>
#include <stdint.h>
#include <threads.h>

#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/threads/thread_unwind.h"
#include "runtime/threads/wrap_keys.h"
#include "runtime/engine/sched.h"
#include "runtime/threads/wrap_thread.h"

/* A C11 start function returns an int, so it cannot be the start function of a fiber: run_c11_thread() is,
 * and finds here what to call, by the thread's id. */
static thrd_start_t start_functions[HD_MAX_THREADS];

static void *run_c11_thread(void *arg)
{
	return (void *)(intptr_t)start_functions[hd_self()->id](arg);
}

static int c11_status(int error)
{
	switch (error) {
	case 0:
		return thrd_success;
	case ENOMEM:
		return thrd_nomem;
	case EBUSY:
		return thrd_busy;
	case ETIMEDOUT:
		return thrd_timedout;
	default:
		return thrd_error;
	}
}

HD_EXPORT int thrd_create(thrd_t *thread, thrd_start_t start, void *arg)
{
	int error;

	if (!hd_active()) {
		hd_thread_check_started();
		return HD_REAL(thrd_create)(thread, start, arg);
	}
	error = hd_thread_spawn(thread, NULL, run_c11_thread, arg, HD_SITE());
	if (!error)
		start_functions[hd_thread_by_handle(*thread)->id] = start;
	return c11_status(error);
}

HD_EXPORT int thrd_join(thrd_t thread, int *result)
{
	void *value = NULL;
	int error;

	if (!hd_active())
		return HD_REAL(thrd_join)(thread, result);
	error = hd_thread_join(thread, &value, HD_NO_DEADLINE, HD_SITE());
	if (!error && result)
		*result = (int)(intptr_t)value;
	return c11_status(error);
}

HD_EXPORT int thrd_detach(thrd_t thread)
{
	if (!hd_active())
		return HD_REAL(thrd_detach)(thread);
	return c11_status(hd_thread_detach(thread));
}

HD_EXPORT void thrd_exit(int result)
{
	if (!hd_active())
		HD_REAL(thrd_exit)(result);
	hd_thread_unwind((void *)(intptr_t)result);
}

HD_EXPORT int tss_create(tss_t *key, tss_dtor_t destroy)
{
	return c11_status(hd_key_create(key, destroy));
}

HD_EXPORT void tss_delete(tss_t key)
{
	hd_key_delete(key);
}
