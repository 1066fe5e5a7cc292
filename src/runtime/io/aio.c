/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/io/aio.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime/access/access.h"
#include "runtime/engine/event_thread.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/threads.h"
#include "runtime/io/io.h"
#include "runtime/io/transfer.h"
#include "runtime/observe/analysis_feed.h"
#include "runtime/signals/signal_send.h"
#include "runtime/signals/signal_set.h"

#define PRIORITY_MAX 20 /* AIO_PRIO_DELTA_MAX */

/* A request that is not finished. */
struct request {
	struct request *next; /* made later */
	struct aiocb *cb;
	struct hd_aio_group *group;
	enum hd_aio_what what;
	int fd;
	uintptr_t pc; /* of the call that made it */
	bool begun;
	bool finished; /* or cancelled: its thread only ends */
};

static struct request *requests; /* in the order in which they were made */
static struct request *unused;	 /* kept for later ones */
static struct hd_aio_group groups[HD_MAX_AIO_LISTS];
static unsigned ngroups; /* of them, how many were ever in use in this run */
char hd_aio_object;

void hd_aio_run_begin(void)
{
	while (requests) {
		struct request *r = requests;

		requests = r->next;
		r->next = unused;
		unused = r;
	}
	for (unsigned i = 0; i < ngroups; i++)
		groups[i].used = false;
	ngroups = 0;
}

bool hd_aio_in_progress(const struct aiocb *cb)
{
	return __atomic_load_n(&cb->__error_code, __ATOMIC_RELAXED) == EINPROGRESS;
}

/* ---- telling ---- */

static void start_thread(const struct sigevent *event, uint32_t site)
{
	struct hd_event_thread e;

	hd_event_thread_init(&e, event, site);
	hd_event_thread_start(&e);
}

void hd_aio_notify(const struct sigevent *event, uint32_t site)
{
	siginfo_t info = {.si_signo = event->sigev_signo, .si_code = SI_ASYNCIO};

	if (event->sigev_notify == SIGEV_THREAD)
		start_thread(event, site);
	if (event->sigev_notify != SIGEV_SIGNAL || !hd_signal_valid(event->sigev_signo))
		return;
	info.si_value = event->sigev_value;
	info.si_pid = getpid();
	info.si_uid = getuid();
	hd_signal_send_by_program(NULL, &info);
}

/* ---- groups ---- */

struct hd_aio_group *hd_aio_group(const struct sigevent *event, uint32_t site)
{
	unsigned i = 0;

	while (i < ngroups && groups[i].used)
		i++;
	hd_room_for(HD_FULL_AIO_LISTS, i, site);
	ngroups = i == ngroups ? i + 1 : ngroups;
	groups[i] = (struct hd_aio_group){.left = 1, .used = true, .told = event};
	if (event)
		groups[i].event = *event;
	return &groups[i];
}

static void leave_group(struct hd_aio_group *g, uint32_t site)
{
	hd_feed_send(g);
	if (--g->left || !g->told)
		return;
	hd_feed_receive(g); /* the notification comes after all requests of the group */
	g->used = false;
	hd_aio_notify(&g->event, site);
}

void hd_aio_group_made(struct hd_aio_group *g, uint32_t site)
{
	leave_group(g, site);
}

/* ---- the end of a request ---- */

static void set_result(struct aiocb *cb, ssize_t result, int error)
{
	cb->__return_value = result;
	__atomic_store_n(&cb->__error_code, error, __ATOMIC_RELEASE);
}

static void forget_request(struct request *r)
{
	struct request **link = &requests;

	while (*link != r)
		link = &(*link)->next;
	*link = r->next;
	r->next = unused;
	unused = r;
}

/* Threads that wait for a request look again. */
static void announce_change(void)
{
	hd_sched_changed((uint64_t)(uintptr_t)&hd_aio_object);
	hd_rt.run.activity++;
}

/* From here on the control block is the program's again. */
static void finish(struct request *r, ssize_t result, int error)
{
	uint32_t site = hd_site_of(r->pc);
	struct sigevent event = r->cb->aio_sigevent;

	r->finished = true;
	set_result(r->cb, result, error);
	hd_feed_send(r->cb);
	announce_change();
	hd_sched_progress();
	hd_aio_notify(&event, site);
	if (r->group)
		leave_group(r->group, site);
}

/* ---- carrying out ---- */

static bool is_its_turn(const struct request *r)
{
	for (const struct request *other = requests; other != r; other = other->next)
		if (other->fd == r->fd && !other->finished)
			return false;
	return true;
}

static struct request *request_of(const struct hd_thread *t)
{
	return t->arg;
}

static bool may_begin(const struct hd_thread *t)
{
	const struct request *r = request_of(t);

	return r->finished || is_its_turn(r);
}

/* As readv() or writev(): for what has no places. */
static ssize_t stream(const struct request *r, const struct iovec *data)
{
	struct msghdr msg = {.msg_iov = (struct iovec *)data, .msg_iovlen = 1};
	struct hd_transfer x = {.fd = r->fd, .site = hd_site_of(r->pc), .pc = r->pc, .msg = &msg};

	return r->what == HD_AIO_READ ? hd_receive(&x) : hd_send(&x);
}

static ssize_t transfer_request(const struct request *r)
{
	struct iovec data = {.iov_base = (void *)r->cb->aio_buf, .iov_len = r->cb->aio_nbytes};
	bool reads = r->what == HD_AIO_READ;
	struct hd_op op = hd_op(reads ? HD_INPUT : HD_OUTPUT, NULL, hd_site_of(r->pc));
	const struct hd_file *f = hd_file_of(r->fd);
	long n;

	if (f && f->kind != HD_FILE_PLAIN)
		return stream(r, &data);
	op.addr = hd_fd_channel(r->fd);
	hd_sched_point(&op);
	if (!reads)
		hd_access_range((uintptr_t)data.iov_base, data.iov_len, false, r->pc);
	n = hd_syscall(reads ? SYS_pread64 : SYS_pwrite64, r->fd, data.iov_base, data.iov_len,
		       r->cb->aio_offset);
	if (reads && n > 0)
		hd_access_range((uintptr_t)data.iov_base, (size_t)n, true, r->pc);
	return n;
}

static ssize_t carry_out_request(const struct request *r)
{
	switch (r->what) {
	case HD_AIO_SYNC:
		return hd_syscall(SYS_fsync, r->fd);
	case HD_AIO_DATA_SYNC:
		return hd_syscall(SYS_fdatasync, r->fd);
	default:
		return transfer_request(r);
	}
}

static void *asynchronously(void *arg)
{
	struct request *r = arg;
	struct hd_op op = hd_op(HD_AIO, &hd_aio_object, hd_site_of(r->pc));
	ssize_t result;
	int error;

	hd_feed_receive(r);
	hd_sched_wait(&op, may_begin, HD_NO_DEADLINE, 0);
	if (!r->finished) {
		r->begun = true;
		result = carry_out_request(r);
		error = result < 0 ? errno : 0;
		hd_sched_point(&op);
		finish(r, result, error);
	}
	forget_request(r);
	announce_change();
	return NULL;
}

static struct request *new_request(void)
{
	struct request *r = unused;

	if (!r)
		return hd_own_alloc(sizeof *r);
	unused = r->next;
	memset(r, 0, sizeof *r);
	return r;
}

static void enqueue(struct request *r)
{
	struct request **end = &requests;

	while (*end)
		end = &(*end)->next;
	*end = r;
}

static int refuse(struct aiocb *cb, int error)
{
	set_result(cb, -1, error);
	errno = error;
	return -1;
}

int hd_aio_submit(struct aiocb *cb, enum hd_aio_what what, struct hd_aio_group *group, uintptr_t pc)
{
	struct request *r;
	unsigned long handle;

	if (what <= HD_AIO_WRITE && (cb->aio_reqprio < 0 || cb->aio_reqprio > PRIORITY_MAX))
		return refuse(cb, EINVAL);
	r = new_request();
	*r = (struct request){.cb = cb, .group = group, .what = what, .fd = cb->aio_fildes, .pc = pc};
	set_result(cb, 0, EINPROGRESS);
	hd_feed_send(r);
	enqueue(r);
	if (hd_thread_create(asynchronously, r, &handle, hd_site_of(pc), true, NULL, 0) == HD_NO_TID) {
		forget_request(r);
		return refuse(cb, EAGAIN);
	}
	if (group)
		group->left++;
	hd_thread_by_handle(handle)->sigmask = ~0ULL;
	strncpy(hd_thread_by_handle(handle)->name, "aio", sizeof hd_thread_by_handle(handle)->name - 1);
	return 0;
}

/* ---- cancelling ---- */

/* A request that is under way goes on. */
static void cancel_one(struct request *r, unsigned *done, unsigned *not_done)
{
	if (r->begun) {
		++*not_done;
		return;
	}
	++*done;
	finish(r, -1, ECANCELED);
}

int hd_aio_cancel(int fd, const struct aiocb *cb, uint32_t site)
{
	struct hd_op op = hd_op(HD_AIO, &hd_aio_object, site);
	unsigned done = 0, not_done = 0;

	hd_sched_point(&op);
	for (struct request *r = requests; r; r = r->next)
		if (!r->finished && r->fd == fd && (!cb || r->cb == cb))
			cancel_one(r, &done, &not_done);
	if (not_done)
		return AIO_NOTCANCELED;
	return done ? AIO_CANCELED : AIO_ALLDONE;
}
