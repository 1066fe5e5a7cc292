/* SPDX-License-Identifier: Apache-2.0
 *
 * Searching all tests of a suite: a first look at each, then rounds by what each promises (share.h). */
#pragma once

#include "heddle/cli/stop_signals.h"
#include "heddle/suite/options.h"
#include "heddle/suite/suite.h"

/* Results are in the tests. Each failure is told when it is found. 0, or HD_EXIT_TROUBLE after a sentence: no
 * search can be started. */
int hd_suite_rounds(struct hd_suite *s, const struct hd_suite_options *o, struct hd_signals *signals);
