/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/ipc/mq_notice.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "runtime/common/error.h"
#include "runtime/common/real.h"
#include "runtime/engine/event_thread.h"
#include "runtime/engine/failure.h"
#include "runtime/engine/sched.h"
#include "runtime/engine/threads.h"
#include "runtime/io/io.h"
#include "runtime/signals/signal_pending.h"
#include "runtime/signals/signal_send.h"

static struct notice {
	uint64_t channel; /* 0: free */
	struct sigevent event;
	struct hd_event_thread thread;
	mqd_t q;
} notices[HD_MAX_NOTICES];
static unsigned nnotices; /* of them, how many were ever in use in this run */

void hd_mq_notice_run_begin(void)
{
	nnotices = 0;
}

static struct notice *find_notice(uint64_t channel)
{
	for (unsigned i = 0; i < nnotices; i++)
		if (notices[i].channel == channel)
			return &notices[i];
	return NULL;
}

/* A child may send as well. */
static int ask_kernel(mqd_t q, const struct sigevent *event, uint32_t site)
{
	if (event && event->sigev_notify == SIGEV_THREAD)
		hd_unsupported(site,
			       "a thread is to be started by a message (mq_notify with SIGEV_THREAD) that "
			       "a child may send, which Heddle does not control");
	if (event && event->sigev_notify == SIGEV_SIGNAL)
		hd_signals_expect();
	return HD_REAL(mq_notify)(q, event);
}

static bool is_valid_event(const struct sigevent *event)
{
	switch (event->sigev_notify) {
	case SIGEV_NONE:
	case SIGEV_THREAD:
		return true;
	case SIGEV_SIGNAL:
		return hd_signal_valid(event->sigev_signo);
	default:
		return false;
	}
}

int hd_notice_set(mqd_t q, uint64_t channel, const struct sigevent *event, uint32_t site)
{
	struct notice *n = find_notice(channel);

	if (hd_fd_distance(q) != HD_INSIDE)
		return ask_kernel(q, event, site);
	if (!event) {
		if (n)
			n->channel = 0;
		return 0;
	}
	if (!is_valid_event(event))
		return hd_error(EINVAL);
	if (n)
		return hd_error(EBUSY);
	n = find_notice(0);
	if (!n) {
		hd_room_for(HD_FULL_NOTICES, nnotices, site);
		n = &notices[nnotices++];
	}
	*n = (struct notice){.channel = channel, .q = q, .event = *event};
	if (event->sigev_notify == SIGEV_THREAD)
		hd_event_thread_init(&n->thread, event, site);
	if (event->sigev_notify == SIGEV_SIGNAL)
		hd_signals_expect();
	return 0;
}

static void tell_of_message(const struct notice *n)
{
	siginfo_t info = {.si_signo = n->event.sigev_signo, .si_code = SI_MESGQ};

	if (n->event.sigev_notify == SIGEV_SIGNAL) {
		info.si_value = n->event.sigev_value;
		info.si_pid = getpid();
		info.si_uid = getuid();
		hd_signal_send_by_program(NULL, &info);
	}
	if (n->event.sigev_notify == SIGEV_THREAD)
		hd_event_thread_start(&n->thread);
}

/* If a thread waits for a message it gets this one, and there is no notification. */
void hd_notice_sent(mqd_t q, uint64_t channel)
{
	struct notice *n = find_notice(channel), told;
	hd_tid waiting;

	(void)q;
	if (!n || hd_sched_pending(channel, HD_INPUT, &waiting, 1))
		return;
	told = *n;
	n->channel = 0;
	tell_of_message(&told);
}

void hd_notice_closed(mqd_t q)
{
	for (unsigned i = 0; i < nnotices; i++)
		if (notices[i].q == q)
			notices[i].channel = 0;
}
