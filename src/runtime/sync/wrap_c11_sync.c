/* SPDX-License-Identifier: Apache-2.0
 *
 * mtx_*, cnd_* and call_once of C11's threads.h: in glibc they are the pthread objects under other names,
 * with results of their own. */
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "runtime/common/real.h"
#include "runtime/sync/sync.h"
#include "runtime/sync/sync_cond.h"
#include "runtime/sync/sync_mutex.h"
#include "runtime/sync/sync_once.h"

_Static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t), "mtx_t is a mutex");
_Static_assert(sizeof(cnd_t) == sizeof(pthread_cond_t), "cnd_t is a condition variable");
_Static_assert(sizeof(once_flag) == sizeof(pthread_once_t), "once_flag is a pthread_once_t");

static int c11_result(int error)
{
	switch (error) {
	case 0:
		return thrd_success;
	case EBUSY:
		return thrd_busy;
	case ETIMEDOUT:
		return thrd_timedout;
	case ENOMEM:
		return thrd_nomem;
	default:
		return thrd_error;
	}
}

HD_EXPORT int mtx_init(mtx_t *m, int type)
{
	pthread_mutexattr_t attr;
	int error;

	if (!hd_active())
		return HD_REAL(mtx_init)(m, type);
	if (type & ~(mtx_plain | mtx_timed | mtx_recursive))
		return thrd_error;
	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr,
				  type & mtx_recursive ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL);
	error = hd_mutex_init((pthread_mutex_t *)m, &attr, HD_SITE());
	pthread_mutexattr_destroy(&attr);
	return c11_result(error);
}

HD_EXPORT int mtx_lock(mtx_t *m)
{
	if (!hd_active())
		return HD_REAL(mtx_lock)(m);
	return c11_result(hd_mutex_lock((pthread_mutex_t *)m, HD_SITE(), HD_NO_DEADLINE));
}

HD_EXPORT int mtx_timedlock(mtx_t *restrict m, const struct timespec *restrict abstime)
{
	uint64_t deadline;

	if (!hd_active())
		return HD_REAL(mtx_timedlock)(m, abstime);
	if (!hd_deadline(CLOCK_REALTIME, abstime, &deadline))
		return thrd_error;
	return c11_result(hd_mutex_lock((pthread_mutex_t *)m, HD_SITE(), deadline));
}

HD_EXPORT int mtx_trylock(mtx_t *m)
{
	if (!hd_active())
		return HD_REAL(mtx_trylock)(m);
	return c11_result(hd_mutex_trylock((pthread_mutex_t *)m, HD_SITE()));
}

HD_EXPORT int mtx_unlock(mtx_t *m)
{
	if (!hd_active())
		return HD_REAL(mtx_unlock)(m);
	return c11_result(hd_mutex_unlock((pthread_mutex_t *)m, HD_SITE()));
}

HD_EXPORT void mtx_destroy(mtx_t *m)
{
	if (!hd_active())
		HD_REAL(mtx_destroy)(m);
	else
		hd_mutex_destroy((pthread_mutex_t *)m, HD_SITE());
}

HD_EXPORT int cnd_init(cnd_t *c)
{
	if (hd_active())
		hd_cond_begin((pthread_cond_t *)c, HD_SITE());
	return HD_REAL(cnd_init)(c);
}

HD_EXPORT int cnd_wait(cnd_t *c, mtx_t *m)
{
	if (!hd_active())
		return HD_REAL(cnd_wait)(c, m);
	return c11_result(hd_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m, HD_NO_DEADLINE, HD_SITE()));
}

HD_EXPORT int cnd_timedwait(cnd_t *restrict c, mtx_t *restrict m, const struct timespec *restrict abstime)
{
	uint64_t deadline;

	if (!hd_active())
		return HD_REAL(cnd_timedwait)(c, m, abstime);
	if (!hd_deadline(CLOCK_REALTIME, abstime, &deadline))
		return thrd_error;
	return c11_result(hd_cond_wait((pthread_cond_t *)c, (pthread_mutex_t *)m, deadline, HD_SITE()));
}

HD_EXPORT int cnd_signal(cnd_t *c)
{
	if (!hd_active())
		return HD_REAL(cnd_signal)(c);
	hd_cond_signal((pthread_cond_t *)c, HD_SITE());
	return thrd_success;
}

HD_EXPORT int cnd_broadcast(cnd_t *c)
{
	if (!hd_active())
		return HD_REAL(cnd_broadcast)(c);
	hd_cond_broadcast((pthread_cond_t *)c, HD_SITE());
	return thrd_success;
}

HD_EXPORT void cnd_destroy(cnd_t *c)
{
	if (!hd_active())
		HD_REAL(cnd_destroy)(c);
	else
		hd_cond_destroy((pthread_cond_t *)c, HD_SITE());
}

HD_EXPORT void call_once(once_flag *flag, void (*init)(void))
{
	if (!hd_active())
		HD_REAL(call_once)(flag, init);
	else
		hd_once((pthread_once_t *)flag, init, HD_SITE());
}
