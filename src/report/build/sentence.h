/* SPDX-License-Identifier: Apache-2.0
 *
 * One sentence that says what happened. Where the runtime's own message says it best, it is kept. */
#pragma once

#include "report/build/build_state.h"

/* Fill report->message and detail. */
void hd_say_what_happened(struct hd_build *b);
