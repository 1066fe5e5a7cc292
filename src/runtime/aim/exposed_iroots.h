/* SPDX-License-Identifier: Apache-2.0
 *
 * The iRoots that runs have exposed, of all workers together, in the wire; those of earlier searches are
 * there from the start. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/iroot.h"

/* It has been exposed by some run, of this search or of an earlier one. */
bool hd_coverage_has(uint64_t key);
/* It has been exposed by a run of an earlier search. */
bool hd_coverage_known(uint64_t key);
/* The run under way exposes it. True: no run of this search had. */
bool hd_coverage_add(uint64_t key, const struct hd_iroot *r);
