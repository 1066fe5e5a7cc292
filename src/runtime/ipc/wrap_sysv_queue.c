/* SPDX-License-Identifier: Apache-2.0
 *
 * Message queues of System V. The kernel has no way to wait for one beside other things, but a queue can be
 * looked at: each look finds out whether the call of a waiting thread would still block. */
#include <errno.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/syscall.h>

#include "runtime/access/access.h"
#include "runtime/common/real.h"
#include "runtime/common/caller.h"
#include "runtime/io/transfer.h"
#include "runtime/ipc/leavings.h"
#include "runtime/ipc/sysv.h"
#include "runtime/observe/analysis_feed.h"

struct message {
	struct hd_look look;
	int id;
	void *text;
	size_t size;
	long type; /* of one that is received */
	int flags;
	bool sends;
};

static bool queue_has_room(const struct message *m)
{
	struct msqid_ds queue;

	if (hd_syscall(SYS_msgctl, m->id, IPC_STAT, &queue))
		return true; /* it is gone */
	return queue.__msg_cbytes + m->size <= queue.msg_qbytes && queue.msg_qnum < queue.msg_qbytes;
}

static bool is_wanted_message(const struct message *m, long type)
{
	if (!m->type)
		return true;
	if (m->type < 0)
		return type <= -m->type;
	return m->flags & MSG_EXCEPT ? type != m->type : type == m->type;
}

/* Looks at one message after the other, which leaves them there. */
static bool has_message(const struct message *m)
{
	struct {
		long type;
		char text[8];
	} found;

	for (long i = 0;; i++) {
		long n = hd_syscall(SYS_msgrcv, m->id, &found, sizeof found.text, i,
				    MSG_COPY | IPC_NOWAIT | MSG_NOERROR);

		if (n < 0)
			return errno != ENOMSG; /* it is gone, or this kernel cannot do that */
		if (is_wanted_message(m, found.type))
			return true;
	}
}

static bool message_would_go(const struct hd_look *look)
{
	const struct message *m = (const struct message *)look;
	int saved = errno;
	bool goes = m->sends ? queue_has_room(m) : has_message(m);

	errno = saved;
	return goes;
}

static long msg_move(void *arg)
{
	const struct message *m = arg;

	if (m->sends)
		return hd_syscall(SYS_msgsnd, m->id, m->text, m->size, m->flags | IPC_NOWAIT);
	return hd_syscall(SYS_msgrcv, m->id, m->text, m->size, m->type, m->flags | IPC_NOWAIT);
}

static long msg_move_again(void *arg, long told)
{
	const struct message *m = arg;
	long n = hd_outside_expect_so(&m->look) ? msg_move(arg) : -1;

	return n < 0 ? told : n;
}

static void msg_moved(const struct message *m, uint64_t queue, long n, uintptr_t pc)
{
	if (m->sends)
		hd_feed_send((void *)queue);
	else
		hd_feed_receive((void *)queue);
	if (!m->sends)
		hd_access_range((uintptr_t)m->text, sizeof(long) + (size_t)n, true, pc);
	hd_sysv_changed();
}

static long msg_transfer(struct message *m, uintptr_t pc)
{
	struct hd_op op = hd_op(m->sends ? HD_OUTPUT : HD_INPUT, NULL, hd_site_of(pc));
	bool waited = false;
	long n;

	op.addr = hd_sysv_object(HD_LEFT_SYSV_QUEUE, m->id, op.site);
	m->look.ask = message_would_go;
	m->look.distance = hd_sysv_distance();
	if (m->sends)
		hd_access_range((uintptr_t)m->text, sizeof(long) + m->size, false, pc);
	for (;; waited = true) {
		int error = hd_sysv_wait(&op, &m->look, HD_NO_DEADLINE, m->flags & IPC_NOWAIT);

		if (error) {
			errno = error;
			return -1;
		}
		n = hd_observe_as(m->look.distance, msg_move, msg_move_again, m);
		if (n >= 0) {
			msg_moved(m, op.addr, n, pc);
			return n;
		}
		if (m->flags & IPC_NOWAIT || (errno != EAGAIN && errno != ENOMSG))
			return hd_sysv_failed(waited);
	}
}

HD_EXPORT int msgget(key_t key, int flags)
{
	int id;

	if (!hd_has_leavings())
		return HD_REAL(msgget)(key, flags);
	hd_sysv_point(HD_OPEN, HD_SITE());
	id = HD_REAL(msgget)(hd_kernel_key(key), flags);
	if (id >= 0)
		hd_leaving_made(HD_LEFT_SYSV_QUEUE, NULL, id);
	return id;
}

HD_EXPORT int msgctl(int id, int command, struct msqid_ds *data)
{
	int result;

	if (!hd_has_leavings())
		return HD_REAL(msgctl)(id, command, data);
	hd_sysv_point(HD_CLOSE, HD_SITE());
	result = HD_REAL(msgctl)(id, command, data);
	if (!result && command == IPC_RMID)
		hd_leaving_gone(HD_LEFT_SYSV_QUEUE, NULL, id);
	if (hd_active())
		hd_sysv_changed();
	return result;
}

HD_EXPORT int msgsnd(int id, const void *text, size_t size, int flags)
{
	struct message m = {.id = id, .text = (void *)text, .size = size, .flags = flags, .sends = true};

	if (!hd_active())
		return HD_REAL(msgsnd)(id, text, size, flags);
	return (int)msg_transfer(&m, HD_PC());
}

HD_EXPORT ssize_t msgrcv(int id, void *text, size_t size, long type, int flags)
{
	struct message m = {.id = id, .text = text, .size = size, .type = type, .flags = flags};

	if (!hd_active())
		return HD_REAL(msgrcv)(id, text, size, type, flags);
	return msg_transfer(&m, HD_PC());
}
