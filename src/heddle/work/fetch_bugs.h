/* SPDX-License-Identifier: Apache-2.0
 *
 * Failures that other machines have found come from the store into a folder of this one, where they replay:
 * the program is called as the campaign calls it, and not as the machine that has found them did. */
#pragma once

#include <stdbool.h>

#include "store/store.h"
#include "store/work.h"

/* All that the unit's search has left come into `out`, each as a folder bug-N, unless the same bug has one
 * there; and so do the program and its input, below OUT/files, if this machine does not have them. *number is
 * what the search has called a failure, and becomes the N of its folder here; or 0, which a sentence explains
 * unless the store has an error. False: the store does not have that failure, because the search has kept it
 * on its machine. */
bool hd_fetch_bugs(struct hd_store *s, const struct hd_work_unit *u, const char *out, unsigned *number);
