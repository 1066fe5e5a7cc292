/* SPDX-License-Identifier: Apache-2.0
 *
 * Notes that the run took a decision that a systematic search cannot control: see model/gap.h. */
#pragma once

#include "model/gap.h"
#include "runtime/common/rt.h"

static inline void hd_gap(uint32_t bit)
{
	if (!(atomic_load_explicit(&hd_rt.wire->gaps, memory_order_relaxed) & bit))
		atomic_fetch_or_explicit(&hd_rt.wire->gaps, bit, memory_order_relaxed);
}
