/* SPDX-License-Identifier: Apache-2.0
 *
 * inotify: any process may change a watched folder, so what is read is recorded as an observation, and a
 * thread that only waits for that is not deadlocked. The two events of a renaming have the same number, which
 * the kernel counts over all processes: the program gets one that counts from 1 in each run. */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/inotify.h>
#include <sys/syscall.h>

#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/io/io.h"
#include "runtime/memory/run_memory.h"

#define COOKIES 16 /* renamings whose second event may still come */

struct inotify_watcher {
	uint32_t seen[COOKIES]; /* the kernel's numbers, in turn */
	uint32_t count;
};

static uint32_t number_of_watch(struct inotify_watcher *w, uint32_t cookie)
{
	for (uint32_t n = w->count; n > 0 && n + COOKIES > w->count; n--)
		if (w->seen[n % COOKIES] == cookie)
			return n;
	w->seen[++w->count % COOKIES] = cookie;
	return w->count;
}

static ssize_t read_events(struct hd_file *f, int fd, void *to, size_t size)
{
	long n = hd_syscall(SYS_read, fd, to, size);

	for (long at = 0; at < n;) {
		struct inotify_event *e = (struct inotify_event *)((char *)to + at);

		if (e->cookie)
			e->cookie = number_of_watch(f->own, e->cookie);
		at += (long)(sizeof *e + e->len);
	}
	return n;
}

static const struct hd_file_ops watcher_ops = {
    .read = read_events, .least = sizeof(struct inotify_event), .name = HD_CHANNEL_INOTIFY};

static int made_inotify(int fd, int flags)
{
	struct hd_file *f = hd_fd_made(fd, HD_FILE_COUNTER, flags & IN_NONBLOCK, HD_LISTENING);

	if (f) {
		f->ops = &watcher_ops;
		f->own = hd_run_alloc(sizeof(struct inotify_watcher));
	}
	return fd;
}

HD_EXPORT int inotify_init(void)
{
	return made_inotify(HD_REAL(inotify_init)(), 0);
}

HD_EXPORT int inotify_init1(int flags)
{
	return made_inotify(HD_REAL(inotify_init1)(flags), flags);
}
