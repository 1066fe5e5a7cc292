/* SPDX-License-Identifier: Apache-2.0
 *
 * Sending signals within the model. */
#pragma once

#include <signal.h>
#include <stdbool.h>

struct hd_thread;

/* Send a signal to a thread, or to the process (NULL). False: there is no room for a queued one. */
bool hd_signal_send(struct hd_thread *target, const siginfo_t *info);
/* A thread of the program sends a signal. If POSIX wants the caller itself to take it before it goes on, the
 * caller does so here. */
bool hd_signal_send_by_program(struct hd_thread *target, const siginfo_t *info);
