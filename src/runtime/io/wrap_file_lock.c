/* SPDX-License-Identifier: Apache-2.0
 *
 * Locks on files: flock(), and locks on parts of files by fcntl() and lockf(). The kernel decides which locks
 * exclude each other. The wrappers try without waiting, and again whenever the program has released a lock.
 *
 * Locks on parts by F_SETLK belong to the process, so its threads never wait for each other there. */
#include "runtime/io/wrap_file_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/common/real.h"
#include "runtime/engine/cancel.h"
#include "runtime/engine/sched.h"
#include "runtime/io/file_lock_cycle.h"
#include "runtime/io/transfer.h"
#include "runtime/observe/analysis_feed.h"

struct locking {
	struct hd_look look;
	int fd;
	int how;	    /* LOCK_SH, LOCK_EX: flock */
	struct flock *part; /* NULL: flock */
	int set, get;	    /* the commands for a part */
	bool waits;
	bool (*is_holder)(const struct hd_file *f, const struct locking *l);
	uint32_t channel;
	const struct hd_file *file;
};

/* ---- files that hold the lock ---- */

static bool holds_all(const struct hd_file *f, const struct locking *l)
{
	return f->lock == LOCK_EX || (f->lock && l->how == LOCK_EX);
}

static bool holds_part(const struct hd_file *f, const struct locking *l)
{
	return l->set == F_OFD_SETLK && f->locks_parts;
}

static bool is_in_the_way(const struct hd_file *f, int fd, void *what)
{
	const struct locking *l = what;

	(void)fd;
	return f != l->file && f->channel == l->channel && l->is_holder(f, l);
}

static enum hd_distance distance_of_lock(struct locking *l)
{
	return hd_fd_search(is_in_the_way, l) >= 0 ? HD_INSIDE : HD_OUTSIDE;
}

/* ---- trying ---- */

/* The process that holds the lock waits for a lock of this process. */
static bool closes_cycle(const struct locking *l)
{
	struct flock test;

	if (!l->part || l->set != F_SETLK || !l->waits)
		return false;
	test = *l->part;
	return !hd_syscall(SYS_fcntl, l->fd, F_GETLK, &test) && test.l_type != F_UNLCK &&
	       hd_waits_for_our_lock(test.l_pid);
}

static bool is_refused(long result)
{
	return result < 0 && (errno == EAGAIN || errno == EACCES);
}

static long take_lock(const struct locking *l)
{
	return l->part ? hd_syscall(SYS_fcntl, l->fd, l->set, l->part)
		       : hd_syscall(SYS_flock, l->fd, l->how | LOCK_NB);
}

static long try_lock_file(void *arg)
{
	long result = take_lock(arg);
	int error = errno;

	if (is_refused(result) && closes_cycle(arg))
		error = EDEADLK;
	errno = error;
	return result;
}

/* Would the lock be granted? A file that waits in flock() holds no lock, so to take and drop one is safe. */
static bool is_part_free(const struct hd_look *look)
{
	const struct locking *l = (const struct locking *)look;
	int saved = errno;
	bool granted;
	struct flock test;

	if (l->part) {
		test = *l->part;
		granted =
		    hd_syscall(SYS_fcntl, l->fd, l->get, &test) || test.l_type == F_UNLCK || closes_cycle(l);
	} else {
		granted = !hd_syscall(SYS_flock, l->fd, l->how | LOCK_NB) || errno != EWOULDBLOCK;
		hd_syscall(SYS_flock, l->fd, LOCK_UN);
	}
	errno = saved;
	return granted;
}

static long locked_again(void *arg, long told)
{
	const struct locking *l = arg;

	hd_outside_expect_so(&l->look);
	try_lock_file(arg);
	return told;
}

/* If a file of the program is in the way, the outcome depends on the program and is not recorded. */
static long attempt(struct locking *l)
{
	if (distance_of_lock(l) == HD_INSIDE)
		return try_lock_file(l);
	return hd_observe_as(HD_OUTSIDE, try_lock_file, locked_again, l);
}

static int wait_until_free(struct locking *l, const struct hd_op *op)
{
	struct hd_file *f = hd_file_of(l->fd);

	l->look = (struct hd_look){.ask = is_part_free, .distance = distance_of_lock(l)};
	if (f && !l->part)
		f->lock = 0; /* the kernel has dropped the other kind of lock that it had */
	return hd_look_wait(op, &l->look, HD_NO_DEADLINE, false);
}

static int lock_file(struct locking *l, uint32_t site)
{
	struct hd_op op = hd_op(HD_FILE_LOCK, NULL, site);
	int error = 0;
	long result;

	l->look.ask = is_part_free;
	l->file = hd_file_of(l->fd);
	l->channel = l->file ? l->file->channel : 0;
	op.addr = hd_fd_channel(l->fd);
	hd_cancel_point();
	hd_sched_point(&op);
	while (is_refused(result = attempt(l)) && l->waits && !error)
		error = wait_until_free(l, &op);
	if (!error) {
		hd_feed_receive((void *)op.addr);
		return (int)result;
	}
	errno = error;
	return -1;
}

static int unlock_file(struct locking *l, uint32_t site)
{
	struct hd_op op = hd_op(HD_FILE_UNLOCK, NULL, site);
	int result;

	op.addr = hd_fd_channel(l->fd);
	hd_sched_point(&op);
	hd_feed_send((void *)op.addr);
	result = (int)try_lock_file(l);
	hd_fd_changed(l->fd);
	return result;
}

/* ---- flock ---- */

static int whole_file(int fd, int how, uint32_t site)
{
	struct locking l = {.fd = fd, .how = how & ~LOCK_NB, .is_holder = holds_all};
	struct hd_file *f;
	int result;

	if (l.how == LOCK_UN) {
		result = unlock_file(&l, site);
		f = hd_file_of(fd);
		if (f)
			f->lock = 0;
		return result;
	}
	l.waits = !(how & LOCK_NB);
	result = lock_file(&l, site);
	f = hd_file_of(fd);
	if (f && !result)
		f->lock = (uint8_t)l.how;
	return result;
}

HD_EXPORT int flock(int fd, int how)
{
	return hd_active() ? whole_file(fd, how, HD_SITE()) : HD_REAL(flock)(fd, how);
}

/* ---- parts ---- */

static bool is_own(int command)
{
	return command == F_OFD_SETLK || command == F_OFD_SETLKW;
}

int hd_lock_part(int fd, int command, struct flock *part, uint32_t site)
{
	struct locking l = {.fd = fd, .part = part, .is_holder = holds_part};
	struct hd_file *f;
	int result;

	l.set = is_own(command) ? F_OFD_SETLK : F_SETLK;
	l.get = is_own(command) ? F_OFD_GETLK : F_GETLK;
	if (part->l_type == F_UNLCK)
		return unlock_file(&l, site);
	l.waits = command == F_SETLKW || command == F_OFD_SETLKW;
	result = lock_file(&l, site);
	f = hd_file_of(fd);
	if (f && !result && is_own(command))
		f->locks_parts = true;
	return result;
}

/* lockf() in terms of fcntl(); -1: nothing to wait for, libc does it. */
static int command_of(int how)
{
	return how == F_LOCK ? F_SETLKW : how == F_TLOCK || how == F_ULOCK ? F_SETLK : -1;
}

#define LOCKF(name, offset)                                                                                  \
	HD_EXPORT int name(int fd, int how, offset size)                                                     \
	{                                                                                                    \
		struct flock part = {                                                                        \
		    .l_type = how == F_ULOCK ? F_UNLCK : F_WRLCK, .l_whence = SEEK_CUR, .l_len = size};      \
                                                                                                             \
		if (!hd_active() || command_of(how) < 0)                                                     \
			return HD_REAL(name)(fd, how, size);                                                 \
		return hd_lock_part(fd, command_of(how), &part, HD_SITE());                                  \
	}

LOCKF(lockf, off_t)
LOCKF(lockf64, off64_t)
