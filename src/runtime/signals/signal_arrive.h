/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals that the kernel delivers: what it is told to do with them, and how they come into the model. */
#pragma once

#include "runtime/signals/signal_set.h"

/* After the actions before main are known. */
void hd_arrive_init(void);
void hd_arrive_run_begin(void);
/* After a run in place: take back what the run told the kernel. */
void hd_signals_run_end(void);

/* The program's action for the signal changed: tell the kernel whether to catch or ignore the real one. */
void hd_arrive_prepare(int signal);
/* The program has set a handler for a signal that its own instructions cause. */
void hd_arrive_prepare_fault(int signal);
/* A thread blocks these signals or waits for them: catch the real ones that come from outside. */
void hd_arrive_prepare_blocked(hd_sigset mask);
/* In a process whose runs are forked: signals that orphans of these runs send do not end the process. */
void hd_arrive_from_orphans(void);
/* In a child that the program made: the kernel takes over what was modelled. */
void hd_signals_go_native(void);

/* Send to the process the signals that came from outside, or came at this place of a replayed schedule. True:
 * there were some. */
bool hd_signals_arrive(void);
/* No thread can go on: could a signal from outside change that? */
bool hd_signals_may_come(void);
/* The caller wrote to something that has no reader any more (EPIPE): it gets SIGPIPE within the call. */
void hd_signals_pipe(void);
