/* SPDX-License-Identifier: Apache-2.0
 *
 * The masks of threads. */
#pragma once

#include "runtime/signals/signal_set.h"

/* Replace the caller's mask; signals that it no longer blocks are taken before this returns. */
void hd_sigmask_set(hd_sigset mask);

/* The caller's mask while it waits, for calls that bring one (sigsuspend, ppoll, pselect, epoll_pwait). NULL:
 * it keeps its own. After the wait the mask is as before. */
void hd_signals_mask_begin(const sigset_t *mask);
void hd_signals_mask_end(void);

/* While a child is made, the kernel's mask is that of the calling thread: the child inherits it. */
void hd_signals_lend_mask(void);
void hd_signals_take_mask_back(void);
