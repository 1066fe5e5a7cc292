/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/signals/signal_action.h"

#include <string.h>

#include "base/assert.h"
#include "runtime/common/real.h"

static struct {
	struct hd_action actions[HD_SIGNALS];
	bool changed; /* they are not those before main */
} now;

static struct {
	struct hd_action actions[HD_SIGNALS];
	hd_sigset mask;
	bool handlers; /* constructors have installed some */
} before_main;

void hd_actions_snapshot(void)
{
	struct sigaction action;
	sigset_t mask;

	for (int i = 1; i < HD_SIGNALS; i++) {
		if ((HD_FAULTS | HD_OURS) & HD_SIGBIT(i) || HD_REAL(sigaction)(i, NULL, &action))
			continue;
		before_main.actions[i] =
		    (struct hd_action){action.sa_handler, action.sa_flags, hd_sigset_of(&action.sa_mask)};
		before_main.handlers |= hd_has_handler(&before_main.actions[i]);
	}
	HD_REAL(sigprocmask)(SIG_SETMASK, NULL, &mask);
	before_main.mask = hd_sigset_of(&mask);
	memcpy(now.actions, before_main.actions, sizeof now.actions);
}

void hd_actions_run_begin(void)
{
	if (now.changed)
		memcpy(now.actions, before_main.actions, sizeof now.actions);
	now.changed = false;
}

const struct hd_action *hd_action_of(int signal)
{
	return &now.actions[signal];
}

const struct hd_action *hd_action_before_main(int signal)
{
	return &before_main.actions[signal];
}

hd_sigset hd_mask_before_main(void)
{
	return before_main.mask;
}

bool hd_has_handlers_before_main(void)
{
	return before_main.handlers;
}

void hd_action_store(int signal, const struct hd_action *action)
{
	HD_ASSERT(hd_signal_valid(signal), "signal %d", signal);
	now.actions[signal] = *action;
	now.changed = true;
}

bool hd_signal_ignored(int signal)
{
	return now.actions[signal].handler == SIG_IGN ||
	       (now.actions[signal].handler == SIG_DFL && HD_IGNORED_BY_DEFAULT & HD_SIGBIT(signal));
}
