/* SPDX-License-Identifier: Apache-2.0
 *
 * What happens to atomic sets, written to a file for `heddle analyze` (model/sets/unitlog.h) instead of being
 * looked at while it happens. */
#pragma once

#include "analysis/sets/set_violations.h"

/* NULL: there is no file to be written. */
const struct hd_set_log *hd_unit_log_init(void);
