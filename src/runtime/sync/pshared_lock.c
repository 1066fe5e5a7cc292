/* SPDX-License-Identifier: Apache-2.0
 *
 * Locks and semaphores that the program shares with children that go on natively. libc's function that does
 * not block is tried, and tried again when the object looks free. */
#include "runtime/sync/pshared_lock.h"

#include <errno.h>
#include <linux/futex.h>
#include <sys/syscall.h>

#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/outside.h"
#include "runtime/io/transfer.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/sync/pshared.h"
#include "runtime/sync/sync.h"

#define KIND_TYPE	  3
#define KIND_ROBUST	  16
#define KIND_INHERITS	  32 /* of a priority protocol: the kernel takes part */
#define RWLOCK_WRITER	  2u
#define RWLOCK_ONE_READER 8u
#define NOT_RECOVERABLE	  0x7ffffffe
#define SPIN_FREE	  1

/* ---- trying ---- */

struct attempt {
	struct hd_look look;
	int (*try)(void *object);	     /* libc's: 0, EBUSY or another error */
	bool (*is_free)(const void *object); /* it is worth a try */
	void *object;
};

static bool is_worth_a_try(const struct hd_look *look)
{
	const struct attempt *a = (const struct attempt *)look;

	return a->is_free(a->object);
}

static long try_now(void *arg)
{
	struct attempt *a = arg;

	return a->try(a->object);
}

/* In a replay: try until the result is the recorded one. */
static long try_again(void *arg, long told)
{
	struct attempt *a = arg;

	while (told != EBUSY && hd_outside_expect_so(&a->look))
		if (a->try(a->object) == told)
			break;
	return told;
}

static int try_and_observe(struct attempt *a)
{
	int result = (int)hd_observe_as(HD_OUTSIDE, try_now, try_again, a);

	if (result != EBUSY)
		hd_object_changed(a->object);
	return result;
}

static void set_up(struct attempt *a)
{
	a->look.ask = is_worth_a_try;
	a->look.distance = HD_OUTSIDE;
}

static int wait_free(struct attempt *a, const struct hd_op *op, uint64_t deadline, bool interrupts)
{
	if (interrupts)
		return hd_look_wait(op, &a->look, deadline, false);
	return hd_outside_wait(op, &a->look, deadline, 0) == HD_WAKE_TIMEOUT ? EAGAIN : 0;
}

static int outside_acquire(struct attempt *a, struct hd_op *op, uint64_t deadline, bool interrupts)
{
	int error;

	op->timed = deadline != HD_NO_DEADLINE;
	set_up(a);
	do {
		error = wait_free(a, op, deadline, interrupts);
		if (error)
			return error == EAGAIN ? ETIMEDOUT : error;
		error = try_and_observe(a);
	} while (error == EBUSY);
	return error;
}

static int try_once(struct attempt *a, uint32_t site)
{
	struct hd_op op = hd_op(HD_TRYLOCK, a->object, site);

	set_up(a);
	hd_sched_point(&op);
	return try_and_observe(a);
}

static void outside_hold(void *object, enum hd_event_kind kind, uint32_t site)
{
	hd_held_add(hd_self(), (uint64_t)(uintptr_t)object, site, kind);
}

static void outside_point(void *object, enum hd_event_kind kind, uint32_t site)
{
	struct hd_op op = hd_op(kind, object, site);

	hd_sched_point(&op);
}

/* The lock was given back: threads of the program that wait for it look again. */
static void outside_let_go(void *object)
{
	hd_held_remove(hd_self(), (uint64_t)(uintptr_t)object);
	hd_object_changed(object);
	hd_outside_changed();
}

/* ---- mutexes ---- */

static int try_mutex(void *object)
{
	return HD_REAL(pthread_mutex_trylock)(object);
}

static bool mutex_is_free(const void *object)
{
	const pthread_mutex_t *m = object;
	unsigned word = (unsigned)__atomic_load_n(&m->__data.__lock, __ATOMIC_ACQUIRE);

	if (m->__data.__kind & KIND_ROBUST)
		return !(word & FUTEX_TID_MASK) || m->__data.__owner == NOT_RECOVERABLE ||
		       hd_thread_holds(hd_self(), m);
	if (m->__data.__kind & HD_KIND_PROTECTS)
		word &= ~HD_LOCK_CEILING;
	return !word || (m->__data.__kind & KIND_TYPE && hd_thread_holds(hd_self(), m));
}

static void check_protocol(const pthread_mutex_t *m, uint32_t site)
{
	if (m->__data.__kind & KIND_INHERITS)
		hd_unsupported(site,
			       "the program shares a mutex that inherits priorities with a child, which "
			       "Heddle cannot control");
}

static int locked(pthread_mutex_t *m, bool again, int error, uint32_t site)
{
	if ((!error || error == EOWNERDEAD) && !again)
		outside_hold(m, HD_LOCK, site);
	return error;
}

int hd_outside_mutex_lock(pthread_mutex_t *m, uint64_t deadline, uint32_t site)
{
	struct attempt a = {.try = try_mutex, .is_free = mutex_is_free, .object = m};
	struct hd_op op = hd_op(HD_LOCK, m, site);
	bool mine = hd_thread_holds(hd_self(), m);

	check_protocol(m, site);
	if (mine && (m->__data.__kind & KIND_TYPE) == PTHREAD_MUTEX_ERRORCHECK_NP)
		return EDEADLK;
	if (mine && (m->__data.__kind & KIND_TYPE) != PTHREAD_MUTEX_RECURSIVE_NP &&
	    deadline == HD_NO_DEADLINE)
		hd_feed_relock(&op);
	return locked(m, mine, outside_acquire(&a, &op, deadline, false), site);
}

int hd_outside_mutex_trylock(pthread_mutex_t *m, uint32_t site)
{
	struct attempt a = {.try = try_mutex, .is_free = mutex_is_free, .object = m};
	bool mine = hd_thread_holds(hd_self(), m);

	check_protocol(m, site);
	return locked(m, mine, try_once(&a, site), site);
}

int hd_outside_mutex_unlock(pthread_mutex_t *m, uint32_t site)
{
	bool inner = (m->__data.__kind & KIND_TYPE) == PTHREAD_MUTEX_RECURSIVE_NP &&
		     hd_thread_holds(hd_self(), m) && m->__data.__count > 1;
	int error;

	outside_point(m, HD_UNLOCK, site);
	error = HD_REAL(pthread_mutex_unlock)(m);
	if (!error && !inner)
		outside_let_go(m);
	return error;
}

int hd_outside_mutex_destroy(pthread_mutex_t *m, uint32_t site)
{
	outside_point(m, HD_DESTROY, site);
	return HD_REAL(pthread_mutex_destroy)(m);
}

/* Do what the kernel does when a thread that it knows dies with a robust mutex. */
void hd_outside_mutex_abandon(pthread_mutex_t *m, struct hd_thread *t)
{
	unsigned old = __atomic_fetch_and((unsigned *)&m->__data.__lock, FUTEX_WAITERS, __ATOMIC_ACQ_REL);

	__atomic_fetch_or((unsigned *)&m->__data.__lock, FUTEX_OWNER_DIED, __ATOMIC_ACQ_REL);
	if (old & FUTEX_WAITERS)
		hd_syscall(SYS_futex, &m->__data.__lock, FUTEX_WAKE, 1, NULL, NULL, 0);
	hd_held_remove(t, (uint64_t)(uintptr_t)m);
	hd_object_changed(m);
	hd_outside_changed();
}

/* ---- read-write locks ---- */

static int try_read(void *object)
{
	return HD_REAL(pthread_rwlock_tryrdlock)(object);
}

static int try_write(void *object)
{
	return HD_REAL(pthread_rwlock_trywrlock)(object);
}

static unsigned rwlock_word(const void *object)
{
	return __atomic_load_n(&((const pthread_rwlock_t *)object)->__data.__readers, __ATOMIC_ACQUIRE);
}

static bool may_read(const void *object)
{
	return !(rwlock_word(object) & RWLOCK_WRITER);
}

static bool may_write(const void *object)
{
	return may_read(object) && rwlock_word(object) < RWLOCK_ONE_READER;
}

static struct attempt rwlock_attempt(pthread_rwlock_t *rw, enum hd_event_kind kind)
{
	if (kind == HD_RDLOCK)
		return (struct attempt){.try = try_read, .is_free = may_read, .object = rw};
	return (struct attempt){.try = try_write, .is_free = may_write, .object = rw};
}

static bool writes(const struct hd_thread *t, const pthread_rwlock_t *rw)
{
	for (unsigned i = 0; i < t->nheld; i++)
		if (t->held[i].addr == (uint64_t)(uintptr_t)rw && t->held[i].kind == HD_WRLOCK)
			return true;
	return false;
}

int hd_outside_rwlock_lock(pthread_rwlock_t *rw, enum hd_event_kind kind, uint64_t deadline, uint32_t site)
{
	struct attempt a = rwlock_attempt(rw, kind);
	struct hd_op op = hd_op(kind, rw, site);
	int error;

	if (writes(hd_self(), rw))
		return EDEADLK;
	error = outside_acquire(&a, &op, deadline, false);
	if (!error)
		outside_hold(rw, kind, site);
	return error;
}

int hd_outside_rwlock_trylock(pthread_rwlock_t *rw, enum hd_event_kind kind, uint32_t site)
{
	struct attempt a = rwlock_attempt(rw, kind);
	int error = try_once(&a, site);

	if (!error)
		outside_hold(rw, kind, site);
	return error;
}

int hd_outside_rwlock_unlock(pthread_rwlock_t *rw, uint32_t site)
{
	int error;

	outside_point(rw, HD_UNLOCK, site);
	error = HD_REAL(pthread_rwlock_unlock)(rw);
	outside_let_go(rw);
	return error;
}

/* ---- spin locks ---- */

static int try_spin(void *object)
{
	return HD_REAL(pthread_spin_trylock)(object);
}

static bool spin_is_free(const void *object)
{
	return __atomic_load_n((const int *)object, __ATOMIC_ACQUIRE) == SPIN_FREE;
}

int hd_outside_spin_lock(pthread_spinlock_t *s, uint32_t site)
{
	struct attempt a = {.try = try_spin, .is_free = spin_is_free, .object = (void *)s};
	struct hd_op op = hd_op(HD_SPINLOCK, s, site);
	int error = outside_acquire(&a, &op, HD_NO_DEADLINE, false);

	if (!error)
		outside_hold((void *)s, HD_SPINLOCK, site);
	return error;
}

int hd_outside_spin_trylock(pthread_spinlock_t *s, uint32_t site)
{
	struct attempt a = {.try = try_spin, .is_free = spin_is_free, .object = (void *)s};
	int error = try_once(&a, site);

	if (!error)
		outside_hold((void *)s, HD_SPINLOCK, site);
	return error;
}

int hd_outside_spin_unlock(pthread_spinlock_t *s, uint32_t site)
{
	outside_point((void *)s, HD_UNLOCK, site);
	HD_REAL(pthread_spin_unlock)(s);
	outside_let_go((void *)s);
	return 0;
}

/* ---- semaphores ---- */

static int try_sem(void *object)
{
	int saved = errno, error = HD_REAL(sem_trywait)(object) ? errno : 0;

	errno = saved;
	return error == EAGAIN ? EBUSY : error;
}

static bool sem_is_free(const void *object)
{
	return __atomic_load_n((const unsigned *)object, __ATOMIC_ACQUIRE) > 0;
}

int hd_outside_sem_wait(sem_t *s, uint64_t deadline, uint32_t site)
{
	struct attempt a = {.try = try_sem, .is_free = sem_is_free, .object = s};
	struct hd_op op = hd_op(HD_SEM_WAIT, s, site);

	return outside_acquire(&a, &op, deadline, true);
}

int hd_outside_sem_trywait(sem_t *s, uint32_t site)
{
	struct attempt a = {.try = try_sem, .is_free = sem_is_free, .object = s};
	int error = try_once(&a, site);

	return error == EBUSY ? EAGAIN : error;
}

int hd_outside_sem_post(sem_t *s, uint32_t site)
{
	int saved = errno, error;

	outside_point(s, HD_SEM_POST, site);
	error = HD_REAL(sem_post)(s) ? errno : 0;
	errno = saved;
	hd_object_changed(s);
	hd_outside_changed();
	return error;
}
