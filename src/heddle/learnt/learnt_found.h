/* SPDX-License-Identifier: Apache-2.0
 *
 * Failures and findings, from the wire to the store. */
#pragma once

#include "heddle/learnt/learnt_state.h"

void hd_learnt_put_found(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p);
