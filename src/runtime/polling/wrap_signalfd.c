/* SPDX-License-Identifier: Apache-2.0
 *
 * signalfd: the descriptor is an eventfd of the kernel's, which is raised as long as a signal of its set is
 * pending, and once more with each that is sent. So poll and epoll work on it as they are.
 *
 * The kernel's own shows to each thread what is pending for the process and for that thread. Here it is ready
 * if it would be for any thread; a thread that reads gets what the kernel would show it, and waits if there
 * is nothing. */
#include <errno.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>

#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/common/team.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/io/io.h"
#include "runtime/memory/run_memory.h"
#include "runtime/signals/signal_arrive.h"
#include "runtime/signals/signal_pending.h"

struct watcher {
	struct hd_file *file; /* NULL: it was closed */
	hd_sigset set;
	struct watcher *next;
};

struct awaited { /* a look at whether there is a signal for the thread */
	struct hd_look look;
	const struct watcher *watcher;
};

static ssize_t read_signals(struct hd_file *f, int fd, void *to, size_t size);
static ssize_t refuse_signalfd_write(struct hd_file *f, int fd, const void *from, size_t size);
static void forget_watcher(struct hd_file *f);

static const struct hd_file_ops watcher_ops = {.read = read_signals,
					       .write = refuse_signalfd_write,
					       .gone = forget_watcher,
					       .least = sizeof(struct signalfd_siginfo),
					       .name = HD_CHANNEL_SIGNALFD};

static struct {
	uint32_t epoch; /* the run that has made them */
	struct watcher *first;
} watchers;

/* The descriptors of this run. */
static struct watcher *first_watcher(void)
{
	return watchers.epoch == hd_rt.run.epoch ? watchers.first : NULL;
}

/* ---- the eventfd behind it ---- */

static bool is_watched_file(const struct hd_file *file, int fd, void *what)
{
	(void)fd;
	return file == what;
}

static void raise_watcher(const struct watcher *w)
{
	uint64_t one = 1;

	hd_syscall(SYS_write, hd_fd_search(is_watched_file, w->file), &one, sizeof one);
}

static void lower_watcher(const struct watcher *w)
{
	struct pollfd p = {.fd = hd_fd_search(is_watched_file, w->file), .events = POLLIN};
	uint64_t count;

	if (hd_outside_poll(&p, 1, 0) > 0 && p.revents & POLLIN)
		hd_syscall(SYS_read, p.fd, &count, sizeof count);
}

static hd_sigset pending_for_any(void)
{
	hd_sigset pending = 0;

	for (unsigned i = 0; i < hd_rt.run.nthreads; i++)
		if (hd_threads[i].life == HD_LIFE_ALIVE && hd_is_here(&hd_threads[i]))
			pending |= hd_signals_pending(&hd_threads[i]);
	return pending;
}

static void tell_watchers(hd_sigset sent)
{
	hd_sigset pending = pending_for_any();
	int saved = errno;

	for (const struct watcher *w = first_watcher(); w; w = w->next) {
		if (w->file && w->set & sent)
			raise_watcher(w);
		else if (w->file && !(w->set & pending))
			lower_watcher(w);
	}
	hd_outside_changed();
	errno = saved;
}

static hd_sigset wanted_by_watchers(void)
{
	hd_sigset wanted = 0;

	for (const struct watcher *w = first_watcher(); w; w = w->next)
		wanted |= w->file ? w->set : 0;
	return wanted;
}

static const struct hd_signal_watch signalfd_watch = {.changed = tell_watchers, .wanted = wanted_by_watchers};

/* ---- reading ---- */

static struct signalfd_siginfo converted(const siginfo_t *from)
{
	struct signalfd_siginfo to = {
	    .ssi_signo = (uint32_t)from->si_signo, .ssi_errno = from->si_errno, .ssi_code = from->si_code};

	if (from->si_code == SI_TIMER) {
		to.ssi_tid = (uint32_t)from->si_timerid;
		to.ssi_overrun = (uint32_t)from->si_overrun;
	} else {
		to.ssi_pid = (uint32_t)from->si_pid;
		to.ssi_uid = from->si_uid;
	}
	if (from->si_signo == SIGCHLD && from->si_code > 0) {
		to.ssi_status = from->si_status;
	} else {
		to.ssi_int = from->si_value.sival_int;
		to.ssi_ptr = (uintptr_t)from->si_value.sival_ptr;
	}
	return to;
}

static size_t take_signals(const struct watcher *w, char *to, size_t size)
{
	size_t n = 0;
	siginfo_t info;

	while (n + sizeof(struct signalfd_siginfo) <= size && hd_signals_take(hd_self(), w->set, &info)) {
		struct signalfd_siginfo one = converted(&info);

		memcpy(to + n, &one, sizeof one);
		n += sizeof one;
	}
	return n;
}

static bool watcher_has_signal(const struct hd_look *look)
{
	const struct awaited *a = (const struct awaited *)look;

	return hd_signals_pending(look->thread) & a->watcher->set;
}

/* The descriptor is ready, but the signal is for another thread: wait for one for the caller. */
static int wait_for_own(const struct watcher *w, int fd)
{
	struct awaited a = {.look = {.ask = watcher_has_signal, .distance = HD_INSIDE}, .watcher = w};
	struct hd_op op = hd_op(HD_INPUT, (void *)hd_fd_channel(fd), hd_self()->op.site);

	switch (hd_outside_wait(&op, &a.look, HD_NO_DEADLINE, HD_WAIT_CANCEL | HD_WAIT_SIGNAL)) {
	case HD_WAKE_CANCEL:
		hd_cancel_act();
	case HD_WAKE_SIGNAL:
		return EINTR;
	default:
		return 0;
	}
}

static ssize_t read_signals(struct hd_file *f, int fd, void *to, size_t size)
{
	const struct watcher *w = f->own;
	size_t n = take_signals(w, to, size);
	int error = EAGAIN;

	if (size < sizeof(struct signalfd_siginfo))
		return hd_error(EINVAL);
	while (!n && !f->nonblock && !(error = wait_for_own(w, fd)))
		n = take_signals(w, to, size);
	return n ? (ssize_t)n : hd_error(error);
}

static ssize_t refuse_signalfd_write(struct hd_file *f, int fd, const void *from, size_t size)
{
	(void)f, (void)fd, (void)from, (void)size;
	return hd_error(EINVAL);
}

static void forget_watcher(struct hd_file *f)
{
	((struct watcher *)f->own)->file = NULL;
}

/* ---- making ---- */

static void set_signals(struct watcher *w, const sigset_t *set)
{
	w->set = hd_sigset_of(set) & ~HD_NEVER_BLOCKED;
	hd_arrive_prepare_blocked(w->set);
	tell_watchers(pending_for_any() & w->set);
}

static int change_signalfd(int fd, const sigset_t *set)
{
	struct hd_file *f = hd_file_of(fd);

	if (!f)
		return hd_error(EBADF);
	if (f->ops != &watcher_ops)
		return hd_error(EINVAL);
	set_signals(f->own, set);
	return fd;
}

/* The kernel says whether it is allowed, and which number it gets. */
HD_EXPORT int signalfd(int old, const sigset_t *set, int flags)
{
	int fd = HD_REAL(signalfd)(hd_active() ? -1 : old, set, flags);
	struct hd_file *f;
	struct watcher *w;

	if (fd < 0 || !hd_active())
		return fd;
	hd_syscall(SYS_close, fd);
	if (old != -1)
		return change_signalfd(old, set);
	fd = (int)hd_syscall(SYS_eventfd2, 0, flags);
	f = hd_fd_made(fd, HD_FILE_COUNTER, flags & SFD_NONBLOCK, HD_INSIDE);
	if (!f)
		return fd;
	w = hd_run_alloc(sizeof *w);
	*w = (struct watcher){.file = f, .next = first_watcher()};
	watchers.epoch = hd_rt.run.epoch;
	watchers.first = w;
	hd_signals_watch(&signalfd_watch);
	f->ops = &watcher_ops;
	f->own = w;
	set_signals(w, set);
	return fd;
}
