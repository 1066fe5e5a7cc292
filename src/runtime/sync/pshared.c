/* SPDX-License-Identifier: Apache-2.0
 *
 * Objects that processes share, at the moment when the first child that goes on natively is made. */
#include "runtime/sync/pshared.h"

#include "runtime/arch/arch.h"
#include "runtime/common/real.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/engine/vtimer.h"

#define KIND_TYPE	  3
#define LOCK_INCONSISTENT 0x20000000
#define LOCK_OWNER_DIED	  0x40000000

static pthread_mutex_t *mutex_at(uint64_t addr)
{
	return (pthread_mutex_t *)(uintptr_t)addr;
}

static pthread_rwlock_t *rwlock_at(uint64_t addr)
{
	return (pthread_rwlock_t *)(uintptr_t)addr;
}

/* ---- held ---- */

/* Take the mutex again by libc's own function, for the thread whose TLS is in use. */
static void take_mutex_anew(pthread_mutex_t *m)
{
	unsigned count = m->__data.__count, lock = (unsigned)m->__data.__lock;

	if (m->__data.__kind & HD_KIND_PROTECTS)
		m->__data.__lock = (int)(lock & HD_LOCK_CEILING);
	else
		m->__data.__lock = lock & LOCK_INCONSISTENT ? LOCK_OWNER_DIED : 0;
	m->__data.__owner = 0;
	m->__data.__count = 0;
	m->__data.__nusers = 0;
	do
		HD_REAL(pthread_mutex_trylock)(m);
	while ((m->__data.__kind & KIND_TYPE) == PTHREAD_MUTEX_RECURSIVE_NP && m->__data.__count < count);
}

static void take_rwlock_anew(pthread_rwlock_t *rw)
{
	rw->__data.__readers = rw->__data.__wrphase_futex = rw->__data.__writers_futex = 0;
	rw->__data.__cur_writer = 0;
	HD_REAL(pthread_rwlock_trywrlock)(rw);
}

static bool is_shared(const struct hd_held *h)
{
	switch (h->kind) {
	case HD_LOCK:
		return hd_mutex_is_outside(mutex_at(h->addr));
	case HD_RDLOCK:
	case HD_WRLOCK:
		return hd_rwlock_is_outside(rwlock_at(h->addr));
	default:
		return false; /* spin locks look the same */
	}
}

static void take_anew(const struct hd_held *h)
{
	if (h->kind == HD_LOCK)
		take_mutex_anew(mutex_at(h->addr));
	else if (h->kind == HD_WRLOCK)
		take_rwlock_anew(rwlock_at(h->addr));
}

static void hand_over(const struct hd_thread *t)
{
	uintptr_t own = hd_arch_tls();

	hd_arch_set_tls(t->fs);
	for (unsigned i = 0; i < t->nheld; i++)
		if (is_shared(&t->held[i]))
			take_anew(&t->held[i]);
	hd_arch_set_tls(own);
}

/* ---- waited for ---- */

static bool waits_for_shared(const struct hd_thread *t)
{
	void *object = (void *)(uintptr_t)t->op.addr;

	switch (t->op.kind) {
	case HD_LOCK:
	case HD_RELOCK:
		return hd_mutex_is_outside(object);
	case HD_RDLOCK:
	case HD_WRLOCK:
		return hd_rwlock_is_outside(object);
	case HD_SPINLOCK:
		return hd_spin_is_outside(object);
	case HD_SEM_WAIT:
		return hd_sem_is_outside(object);
	case HD_COND_SLEEP:
		return hd_cond_is_outside(object);
	case HD_BARRIER_LEAVE:
		if (hd_barrier_is_outside(object))
			hd_unsupported(
			    t->op.site,
			    "thread %u waits at a barrier that it shares with a child which another "
			    "thread makes meanwhile",
			    t->id);
		return false;
	default:
		return false;
	}
}

/* End the thread's wait, so that it waits once more, now for an object that another process can change. Its
 * wait for a condition variable ends as a spurious wakeup, which is always allowed. */
static void wake_waiter(struct hd_thread *t)
{
	struct hd_op op = t->op;

	if (op.kind == HD_COND_SLEEP) {
		t->signalled = true;
		op.kind = HD_RELOCK;
		op.addr = t->cond_mutex;
	}
	op.timed = false;
	hd_sched_retarget(t, &t->op, &op, NULL);
}

void hd_pshared_begin(void)
{
	if (hd_rt.run.shares)
		return;
	hd_rt.run.shares = true;
	hd_deadlines_become_real();
	for (unsigned i = 0; i < hd_rt.run.nthreads; i++) {
		struct hd_thread *t = &hd_threads[i];

		if (t->life != HD_LIFE_ALIVE)
			continue;
		hand_over(t);
		if (t != hd_self() && t->can && !t->look && waits_for_shared(t))
			wake_waiter(t);
	}
}
