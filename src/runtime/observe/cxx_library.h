/* SPDX-License-Identifier: Apache-2.0
 *
 * What belongs to libstdc++ and libc++ themselves, although code of their headers, which is compiled into the
 * program, reads and writes it. Threads may use it without a lock, so that it is neither a race nor something
 * that schedules should decide:
 *
 * - std::cout and the other standard streams, whose members, such as the width of the next field, change with
 *   each use. It ends with std::ios_base::sync_with_stdio(false);
 * - variables of the libraries, such as the facets of the classic locale, which remember what they worked
 * out. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"

struct hd_bounds {
	uintptr_t lo, size;
};

/* The streams are within the one, the libraries within the other. */
extern HD_OWN struct hd_bounds hd_cxx_streams, hd_cxx_libraries;

/* Find out where all that is. To be called whenever libraries may have been loaded. */
void hd_cxx_library_look(void);

void hd_cxx_library_run_begin(void);

bool hd_cxx_library_has_slow(uintptr_t addr);

static inline bool hd_cxx_library_has(uintptr_t addr)
{
	return __builtin_expect((addr - hd_cxx_streams.lo < hd_cxx_streams.size) |
				    (addr - hd_cxx_libraries.lo < hd_cxx_libraries.size),
				0) &&
	       hd_cxx_library_has_slow(addr);
}

/* What the classic locale of a library consists of: it is never destroyed. */
bool hd_cxx_is_classic(const void *counted);
