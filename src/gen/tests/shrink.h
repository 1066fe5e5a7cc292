/* SPDX-License-Identifier: Apache-2.0
 *
 * Smaller tests: without a thread, without a call, or with a smaller argument. */
#pragma once

#include "gen/tests/part.h"

/* The step with this number, from 0 on, applied to `from`. False: there is no such step any more.
 * *changed: the step does something here. */
bool hd_shrink_step(const struct hd_model *m, const struct hd_test *from, unsigned step, struct hd_test *to,
		    bool *changed);
