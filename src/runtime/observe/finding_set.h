/* SPDX-License-Identifier: Apache-2.0
 *
 * Violations of atomic sets as findings. */
#pragma once

#include "analysis/sets/conflict.h"

void hd_finding_conflict(void *to, const struct hd_conflict_cycle *c);
void hd_finding_pattern(void *to, const struct hd_conflict_match *m);
