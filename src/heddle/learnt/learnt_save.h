/* SPDX-License-Identifier: Apache-2.0
 *
 * From the wire to the store: what is new since the last batch. */
#pragma once

#include "heddle/learnt/learnt_state.h"

/* What takes time, before the store is locked. */
void hd_learnt_prepare(struct hd_learnt *l, const struct hd_wire *wire);
/* Put everything that is new; marks what was put. */
void hd_learnt_put(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p);
