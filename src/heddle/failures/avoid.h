/* SPDX-License-Identifier: Apache-2.0
 *
 * With --keep-going: a failure that most runs end with must not hide the others. The orders that make it are
 * told to the workers, which avoid them in most runs once it has happened often (runtime/engine/avoid.h). */
#pragma once

#include <stddef.h>

#include "report/cause.h"

/* What experiments have shown about a failure (its index in the ledger, plus one), whose traced replay is in
 * `replay`. */
void hd_avoid_learn(struct hd_wire *search, const struct hd_wire *replay,
		    const struct hd_decisive_list *decisive, size_t failure);
/* It has happened again, `count` times in all. */
void hd_avoid_count(struct hd_wire *search, size_t failure, uint64_t count);
/* `f`, which looks like this failure, is of a run in which nothing happened that makes it. */
bool hd_avoid_has_other_cause(const struct hd_wire *search, const struct hd_wire_failure *f, size_t failure);
