/* SPDX-License-Identifier: Apache-2.0
 *
 * pthread_once and call_once. The control word is glibc's: 0 not begun, 2 done, bit 0 in progress. In
 * the bits above, where glibc keeps a fork generation, we keep the thread that runs the initialisation: glibc
 * in a forked child then takes it as begun in another process and begins again, as it should.
 *
 * When an initialisation ends by an exception, pthread_exit or cancellation, it counts as not begun. */
#include "runtime/sync/sync_once.h"

#include "runtime/common/real.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/sync/sync.h"

#define IN_PROGRESS 1
#define DONE	    2
#define OWNER_SHIFT 2

struct begun { /* an initialisation in progress; on its thread's stack */
	pthread_once_t *once;
	struct begun *outer; /* the one from which it was begun */
};

static struct {
	uint32_t run; /* hd_rt.run.epoch: what an earlier run left does not count */
	struct begun *innermost;
} begun_by[HD_MAX_THREADS];

bool hd_once_in_progress(const pthread_once_t *once)
{
	return *once & IN_PROGRESS;
}

hd_tid hd_once_owner(const pthread_once_t *once)
{
	return (hd_tid)((*once >> OWNER_SHIFT) - 1);
}

static bool once_can_begin(const struct hd_thread *t)
{
	return !hd_once_in_progress(hd_pending_object(t));
}

static struct begun **innermost_of(const struct hd_thread *t)
{
	if (begun_by[t->id].run != hd_rt.run.epoch) {
		begun_by[t->id].run = hd_rt.run.epoch;
		begun_by[t->id].innermost = NULL;
	}
	return &begun_by[t->id].innermost;
}

static void end_innermost(const struct hd_thread *t, int state)
{
	struct begun **innermost = innermost_of(t);
	pthread_once_t *once;

	HD_ASSERT(*innermost, "thread %u has begun no initialisation", t->id);
	once = (*innermost)->once;
	*innermost = (*innermost)->outer;
	*once = state;
	hd_feed_send(once);
	hd_object_changed(once);
}

void hd_once(pthread_once_t *once, void (*init)(void), uint32_t site)
{
	struct hd_op op = hd_op(HD_ONCE, once, site);
	struct hd_thread *self = hd_self();
	struct begun begun = {.once = once};

	hd_object_wait(&op, sizeof(*once), once_can_begin, HD_NO_DEADLINE, 0);
	hd_feed_receive(once);
	if (*once & DONE)
		return;
	*once = IN_PROGRESS | (self->id + 1) << OWNER_SHIFT;
	begun.outer = *innermost_of(self);
	*innermost_of(self) = &begun;
	hd_object_changed(once);
	hd_once_call(init);
	end_innermost(self, DONE);
}

/* An unwinder passes the frame of hd_once_call(). The unwinder asks twice: in the first phase it only looks
 * for a handler of the exception. */
int hd_once_personality(int version, int actions, uint64_t class, void *exception, void *context)
{
	enum { CLEANUP_PHASE = 2, CONTINUE_UNWINDING = 8 };

	(void)version, (void)class, (void)exception, (void)context;
	if ((actions & CLEANUP_PHASE) && hd_active() && *innermost_of(hd_self()))
		end_innermost(hd_self(), 0);
	return CONTINUE_UNWINDING;
}

void hd_once_thread_exit(struct hd_thread *t)
{
	while (*innermost_of(t))
		end_innermost(t, 0);
}

HD_EXPORT int pthread_once(pthread_once_t *once, void (*init)(void))
{
	if (!hd_active())
		return HD_REAL(pthread_once)(once, init);
	hd_once(once, init, HD_SITE());
	return 0;
}
