/* SPDX-License-Identifier: Apache-2.0
 *
 * Where another order of dependent steps is possible, and which thread has to be tried there for it. */
#pragma once

#include "strategy/systematic/dpor_state.h"

/* Of the last step of the path only: what must come before it (its clock). */
void hd_dpor_order_last(struct hd_dpor *s);
/* Steps that came before the last one of the path, or before a step that thread `tid` was about to make when
 * the run ended, could have come after it: note where, and whom to try there. */
void hd_dpor_compare_last(struct hd_dpor *s);
void hd_dpor_compare_pending(struct hd_dpor *s, hd_tid tid, const struct hd_footprint *f);
/* The last step ended the run: whatever the others were about to do could have come before. */
void hd_dpor_compare_end(struct hd_dpor *s);
