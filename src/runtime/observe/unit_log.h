/* SPDX-License-Identifier: Apache-2.0
 *
 * What happens to atomic sets, written to a file for `heddle analyze` (model/sets/unitlog.h) instead of being
 * looked at while it happens. */
#pragma once

#include "analysis/sets/unit.h"

/* True if there is a file to be written. */
bool hd_unit_log_init(void);
void hd_unit_log_begin(void);
void hd_unit_log_access(const struct hd_unit_access *a);
void hd_unit_log_end(hd_tid t, uint64_t unit);
void hd_unit_log_gone(uint64_t set);
/* The run is over: it goes to the file. */
void hd_unit_log_write(void);
