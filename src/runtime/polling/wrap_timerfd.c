/* SPDX-License-Identifier: Apache-2.0
 *
 * timerfd: the descriptor is an eventfd of the kernel's, which is raised when the timer's virtual time has
 * come. So poll and epoll work on it as they are; what is read is counted here.
 *
 * As in the kernel a timer that has gone off and was not read since does not go off again: how often it would
 * have is found by division when it is read. So a timer that no thread reads does not keep time going on. */
#include "runtime/polling/wrap_timerfd.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "runtime/arch/memory.h"
#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/engine/outside.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/vtime.h"
#include "runtime/engine/vtimer.h"
#include "runtime/io/before_main.h"
#include "runtime/io/io.h"
#include "runtime/memory/run_memory.h"
#include "runtime/observe/analysis_feed.h"

struct timer {
	struct hd_vtimer alarm;
	struct hd_file *file;
	clockid_t clock;
	int64_t at;	   /* virtual time at which it goes off, or went off; before the run: negative */
	uint64_t interval; /* nanoseconds, 0: once only */
	uint64_t ticks;	   /* counted and not read yet */
	bool armed, expired;
};

static ssize_t read_ticks(struct hd_file *f, int fd, void *to, size_t n);
static ssize_t refuse_timer_write(struct hd_file *f, int fd, const void *from, size_t n);
static void stop(struct hd_file *f);

static const struct hd_file_ops timer_ops = {
    .read = read_ticks, .write = refuse_timer_write, .gone = stop, .name = HD_CHANNEL_TIMERFD};

static struct timer *timer_of(int fd)
{
	const struct hd_file *f = hd_file_of(fd);

	return f && f->ops == &timer_ops ? f->own : NULL;
}

/* ---- the eventfd behind it ---- */

static bool is_timer_file(const struct hd_file *file, int fd, void *what)
{
	(void)fd;
	return file == what;
}

static void raise_timer(const struct timer *t)
{
	uint64_t one = 1;
	int fd = hd_fd_search(is_timer_file, t->file), saved = errno; /* errno is the running thread's */

	hd_syscall(SYS_write, fd, &one, sizeof one);
	hd_sched_progress();
	hd_outside_channel_changed(hd_fd_channel(fd), hd_fd_is_on);
	errno = saved;
}

static void lower_timer(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	uint64_t count;

	if (hd_outside_poll(&p, 1, 0) > 0)
		hd_syscall(SYS_read, fd, &count, sizeof count);
	hd_outside_channel_changed(hd_fd_channel(fd), hd_fd_is_on);
}

/* ---- time ---- */

static void go_off(struct hd_vtimer *alarm)
{
	struct timer *t = (struct timer *)alarm;

	t->expired = true;
	raise_timer(t);
}

static void arm(struct timer *t)
{
	uint64_t at = t->at > 0 ? (uint64_t)t->at : 0;

	t->armed = true;
	if (hd_deadline_in(at > hd_vtime_now() ? at - hd_vtime_now() : 0) != HD_NO_DEADLINE)
		hd_vtimer_set(&t->alarm, at);
}

/* Count how often it has gone off until now, and let it go on. */
static void collect_expirations(struct timer *t)
{
	uint64_t n = 1;

	if (!t->expired)
		return;
	t->expired = t->armed = false;
	if (t->interval)
		n += (uint64_t)((int64_t)hd_vtime_now() - t->at) / t->interval;
	t->ticks += n;
	t->at += (int64_t)(n * t->interval);
	if (t->interval)
		arm(t);
}

static void stop(struct hd_file *f)
{
	hd_vtimer_unset(&((struct timer *)f->own)->alarm);
}

static ssize_t read_ticks(struct hd_file *f, int fd, void *to, size_t n)
{
	struct timer *t = f->own;

	if (n < sizeof t->ticks)
		return hd_error(EINVAL);
	hd_vtimers_catch_up();
	collect_expirations(t);
	if (!t->ticks)
		return hd_error(EAGAIN);
	hd_copy(to, &t->ticks, sizeof t->ticks);
	t->ticks = 0;
	lower_timer(fd);
	return sizeof t->ticks;
}

static ssize_t refuse_timer_write(struct hd_file *f, int fd, const void *from, size_t n)
{
	(void)f, (void)fd, (void)from, (void)n;
	return hd_error(EINVAL);
}

/* ---- the program's view ---- */

static struct timespec timer_duration(uint64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / HD_NS_PER_SECOND),
				 .tv_nsec = (long)(ns % HD_NS_PER_SECOND)};
}

static struct itimerspec setting_of(struct timer *t)
{
	int64_t left;

	collect_expirations(t);
	left = t->armed ? t->at - (int64_t)hd_vtime_now() : 0;
	if (t->armed && left <= 0)
		left = 1; /* about to go off; 0 would say that it is not set */
	return (struct itimerspec){.it_value = timer_duration((uint64_t)left),
				   .it_interval = timer_duration(t->interval)};
}

static bool is_zero_time(const struct timespec *ts)
{
	return !ts->tv_sec && !ts->tv_nsec;
}

static void set(struct timer *t, int fd, int flags, const struct itimerspec *new)
{
	hd_vtimer_unset(&t->alarm);
	t->armed = t->expired = false;
	t->ticks = 0;
	lower_timer(fd);
	t->interval = hd_timespec_ns(&new->it_interval);
	if (is_zero_time(&new->it_value))
		return;
	if (flags & TFD_TIMER_ABSTIME)
		t->at = hd_vtime_at(t->clock, &new->it_value);
	else
		t->at = (int64_t)hd_vtime_now() + (int64_t)hd_timespec_ns(&new->it_value);
	arm(t);
}

static bool is_valid_setting(const struct itimerspec *s)
{
	return s->it_value.tv_sec >= 0 && s->it_interval.tv_sec >= 0 && hd_timespec_valid(&s->it_value) &&
	       hd_timespec_valid(&s->it_interval);
}

static void announce_timerfd(int fd, uint32_t site)
{
	struct hd_op op = hd_op(HD_TIMER, (void *)hd_fd_channel(fd), site);

	hd_sched_point(&op);
	hd_feed_send((void *)op.addr);
}

static int set_timer(int fd, int flags, const struct itimerspec *new, struct itimerspec *old, uint32_t site)
{
	struct timer *t;

	if (flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET) || !is_valid_setting(new))
		return hd_error(EINVAL);
	announce_timerfd(fd, site);
	t = timer_of(fd);
	if (!t)
		return hd_error(hd_file_of(fd) ? EINVAL : EBADF);
	if (old)
		*old = setting_of(t);
	set(t, fd, flags, new);
	return 0;
}

static int get_time(int fd, struct itimerspec *now, uint32_t site)
{
	struct timer *t;

	announce_timerfd(fd, site);
	t = timer_of(fd);
	if (!t)
		return hd_error(hd_file_of(fd) ? EINVAL : EBADF);
	*now = setting_of(t);
	return 0;
}

static void adopt(struct hd_file *f, clockid_t clock)
{
	struct timer *t = hd_run_alloc(sizeof *t);

	t->alarm.fire = go_off;
	t->clock = clock;
	t->file = f;
	f->ops = &timer_ops;
	f->own = t;
}

void hd_timerfd_adopt(int fd, clockid_t clock, int flags, const struct itimerspec *setting)
{
	struct hd_file *f = hd_file_of(fd);

	if (!f)
		return;
	adopt(f, clock);
	set(f->own, fd, flags, setting);
}

/* The kernel says whether it is allowed, and which number it gets. */
HD_EXPORT int timerfd_create(clockid_t clock, int flags)
{
	int fd = HD_REAL(timerfd_create)(clock, flags);
	struct hd_file *f;

	if (fd < 0 || !(hd_active() || hd_is_early()))
		return fd;
	hd_syscall(SYS_close, fd);
	fd = (int)hd_syscall(SYS_eventfd2, 0, flags);
	f = hd_fd_made(fd, HD_FILE_COUNTER, flags & TFD_NONBLOCK, HD_INSIDE);
	if (f) {
		adopt(f, clock);
	} else {
		hd_before_main_made(fd, HD_BEFORE_MAIN_TIMERFD);
		hd_before_main_timer_clock(fd, clock);
	}
	return fd;
}

HD_EXPORT int timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
	if (hd_active())
		return set_timer(fd, flags, new, old, HD_SITE());
	if (hd_is_early() && !old && hd_before_main_timer_set(fd, flags, new))
		return 0;
	return HD_REAL(timerfd_settime)(fd, flags, new, old);
}

HD_EXPORT int timerfd_gettime(int fd, struct itimerspec *now)
{
	return hd_active() ? get_time(fd, now, HD_SITE()) : HD_REAL(timerfd_gettime)(fd, now);
}
