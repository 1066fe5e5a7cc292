/* SPDX-License-Identifier: Apache-2.0
 *
 * What the program wants to happen when a signal comes, and what it wanted before main: each run starts from
 * that. */
#pragma once

#include "runtime/signals/signal_set.h"

struct hd_action {
	void (*handler)(int); /* SIG_DFL, SIG_IGN, or a function; with SA_SIGINFO it takes three arguments */
	int flags;
	hd_sigset mask;
};

static inline bool hd_has_handler(const struct hd_action *action)
{
	return action->handler != SIG_DFL && action->handler != SIG_IGN;
}

const struct hd_action *hd_action_of(int signal);
const struct hd_action *hd_action_before_main(int signal);
hd_sigset hd_mask_before_main(void);
/* Constructors of the program have installed handlers. */
bool hd_has_handlers_before_main(void);

/* Only remembers the action: hd_action_set() does all that follows from a change. */
void hd_action_store(int signal, const struct hd_action *action);

/* The program ignores the signal, explicitly or by its default action. */
bool hd_signal_ignored(int signal);

/* Before the first run: remember the actions and the mask that the kernel knows. */
void hd_actions_snapshot(void);
void hd_actions_run_begin(void);
