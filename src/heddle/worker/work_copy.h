/* SPDX-License-Identifier: Apache-2.0
 *
 * Files that a campaign has named, on this machine: what has another SHA-256 is another file, wherever it is.
 */
#pragma once

#include <stdbool.h>

#include "store/store.h"
#include "store/work.h"

bool hd_work_has_hash(const char *path, const char *hash);
/* Fetched once, to FOLDER/HASH/NAME: its own name stays, because programs look at it. The path, to be freed;
 * NULL: the store does not have it, or not as its hash says. */
char *hd_work_copy(struct hd_store *s, const char *folder, int64_t file, const char *hash, const char *path,
		   unsigned mode);
/* The same of a unit's input, which stays where it is if it is that. */
char *hd_work_input_copy(struct hd_store *s, const char *folder, const struct hd_work_unit *u);
