/* SPDX-License-Identifier: Apache-2.0
 *
 * Sets of signals, and signals that are treated in a way of their own. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "wire/wire.h"

typedef uint64_t hd_sigset; /* bit n-1 is signal n */

#define HD_SIGBIT(signal) (1ULL << ((signal)-1))

#define HD_SIGNALS 65 /* numbers 1 … 64 */

/* Signals that the program's own instructions cause: the kernel is told their handlers as well. */
#define HD_FAULTS                                                                                            \
	(HD_SIGBIT(SIGSEGV) | HD_SIGBIT(SIGBUS) | HD_SIGBIT(SIGFPE) | HD_SIGBIT(SIGILL) |                    \
	 HD_SIGBIT(SIGABRT) | HD_SIGBIT(SIGTRAP) | HD_SIGBIT(SIGSYS))

/* Signals that the runtime uses itself: the program has them in the model only. */
#define HD_OURS (HD_SIGBIT(HD_WATCH_SIGNAL) | HD_SIGBIT(HD_TICK_SIGNAL))

/* Signals whose default action is to do nothing. */
#define HD_IGNORED_BY_DEFAULT                                                                                \
	(HD_SIGBIT(SIGCHLD) | HD_SIGBIT(SIGURG) | HD_SIGBIT(SIGWINCH) | HD_SIGBIT(SIGCONT))

/* Signals that no mask keeps from coming. */
#define HD_NEVER_BLOCKED (HD_SIGBIT(SIGKILL) | HD_SIGBIT(SIGSTOP))

static inline bool hd_signal_valid(int signal)
{
	return signal > 0 && signal < HD_SIGNALS;
}

static inline hd_sigset hd_sigset_of(const sigset_t *set)
{
	return set->__val[0];
}

static inline void hd_sigset_out(sigset_t *out, hd_sigset set)
{
	memset(out, 0, sizeof *out);
	out->__val[0] = set;
}
