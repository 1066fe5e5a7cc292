/* SPDX-License-Identifier: Apache-2.0
 *
 * How a replay differed from its schedule, in words. */
#pragma once

#include "heddle/supervisor/rerun.h"
#include "symbol/symbol.h"

/* Why a replay was not what the schedule says, in a sentence without a full stop. To be freed. */
char *hd_confirm_difference(const struct hd_rerun *r, struct hd_symbols *symbols);
