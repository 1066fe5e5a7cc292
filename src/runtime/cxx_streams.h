/* SPDX-License-Identifier: Apache-2.0
 *
 * std::cout and the other standard streams of C++. The standard lets threads use them without a lock,
 * although the libraries read and write members of theirs, such as the width of the next field: this is
 * neither a race nor something that schedules could decide. It ends with
 * std::ios_base::sync_with_stdio(false). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"

/* They all are between these two addresses. */
extern HD_OWN uintptr_t hd_cxx_streams_lo, hd_cxx_streams_hi;

/* Where they are. Whenever libraries may have been loaded. */
void hd_cxx_streams_look(void);

bool hd_cxx_streams_has_slow(uintptr_t addr);

/* The address is within one that threads may use without a lock. */
static inline bool hd_cxx_streams_has(uintptr_t addr)
{
	return __builtin_expect(addr - hd_cxx_streams_lo < hd_cxx_streams_hi - hd_cxx_streams_lo, 0) &&
	       hd_cxx_streams_has_slow(addr);
}
