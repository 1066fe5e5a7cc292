/* SPDX-License-Identifier: Apache-2.0
 *
 * Cancellation.
 *
 * A wrapper of a cancellation point either waits with HD_WAIT_CANCEL and calls hd_cancel_act() when that
 * returns HD_WAKE_CANCEL (after restoring what the standard asks for, such as a condvar's mutex), or calls
 * hd_cancel_point() when it never waits. */
#pragma once

#include "runtime/common/thread.h"

/* Does the thread have to act on a cancellation when it meets a cancellation point? */
static inline bool hd_cancel_due(const struct hd_thread *t)
{
	return t->cancel_pending && !t->cancel_disabled && !t->exiting;
}

/* Set the type: with the asynchronous one, each scheduling point is a cancellation point. */
static inline void hd_cancel_async(struct hd_thread *t, bool async)
{
	t->cancel_async = async;
	t->attention = t->cancel_async || t->signal_due;
}

/* Ends the calling thread if it was cancelled and its cancellation is enabled; else does nothing. */
void hd_cancel_point(void);
/* Ends the calling thread as cancelled. */
_Noreturn void hd_cancel_act(void);
