/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/debuggee.h"

void hd_debuggee_end(struct hd_debuggee *d)
{
	hd_unwinder_free(d->unwinder);
	d->unwinder = NULL;
	d->moves++;
	hd_tracee_kill(&d->tracee);
	if (d->surrounded)
		hd_debug_server_end(&d->around);
	d->surrounded = false;
}

enum hd_outcome hd_debuggee_outcome(const struct hd_debuggee *d)
{
	unsigned outcome = d->slot->failure.outcome;

	return outcome < HD_OUTCOME_COUNT ? (enum hd_outcome)outcome : HD_OUT_NONE;
}
