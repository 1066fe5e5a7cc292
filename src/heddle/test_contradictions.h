/* SPDX-License-Identifier: Apache-2.0
 *
 * Options of `heddle test` that do not go together: one that another one makes void, and one that is for a
 * kind of search that was not asked for. A user who gives such options expects something that will not
 * happen, so each is refused with a sentence that says why. */
#pragma once

#include <argp.h>

#include "heddle/test_arguments.h"

/* All options have been read. Ends the process with a sentence and status 2 if they contradict each other. */
void hd_refuse_contradictions(const struct hd_test_arguments *a, const struct argp_state *state);
