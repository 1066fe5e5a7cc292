/* SPDX-License-Identifier: Apache-2.0
 *
 * What analyses look for in the runs that are watched, as a bit set. Users ask for them (--check), and
 * strategies may need them. */
#pragma once

enum { HD_CHECK_RACE = 1, HD_CHECK_LOCK_ORDER = 2, HD_CHECK_COVERAGE = 4, HD_CHECK_ATOMIC_SETS = 8 };
