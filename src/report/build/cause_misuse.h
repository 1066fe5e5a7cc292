/* SPDX-License-Identifier: Apache-2.0
 *
 * What has made the use of a lock or another object wrong: it was destroyed, others use it, or another thread
 * has it. */
#pragma once

#include "report/build/build_state.h"

/* False: the failure is of another kind, or nothing is known. */
bool hd_say_misuse(struct hd_build *b, FILE *f);
