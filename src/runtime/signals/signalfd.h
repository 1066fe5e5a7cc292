/* SPDX-License-Identifier: Apache-2.0
 *
 * Signals as descriptors: see wrap_signalfd.c. */
#pragma once

#include "runtime/signals/signals.h"

/* What is pending has changed; these signals were sent just now. */
void hd_signalfds_changed(hd_sigset sent);
/* The signals that can be read from one of the signalfd descriptors. */
hd_sigset hd_signalfds_wanted(void);
void hd_signalfds_run_begin(void);
