/* SPDX-License-Identifier: Apache-2.0
 *
 * The steps of the run: what each thread did, and at the end what it was about to do. */
#pragma once

#include "report/build/build_state.h"

/* Fill report->steps_list: one for each event, and then what was about to happen. */
void hd_list_steps(struct hd_build *b);
