/* SPDX-License-Identifier: Apache-2.0
 *
 * Files in the store: programs and inputs that workers fetch, and what their searches have found. A file is
 * known by its SHA-256, so each is there once. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/sha256.h"
#include "store/store_state.h"

#define HD_WORK_FILE_MAX (64u << 20) /* larger ones are not put into the store */

/* Its number; 0: it is larger, or cannot be read, or the store has an error. `hash` is set if it could be
 * read. Belongs into a batch. */
int64_t hd_work_put_file(struct hd_store *s, const char *path, char hash[HD_SHA256_TEXT]);
bool hd_work_file_hash(struct hd_store *s, int64_t file, char hash[HD_SHA256_TEXT]);
/* Write it to a new file with this mode. False: the store does not have it, or not as its hash says, or
 * errno. */
bool hd_work_get_file(struct hd_store *s, int64_t file, const char *hash, const char *path, unsigned mode);

/* A unit's search has left this, under this name. */
void hd_work_put_product(struct hd_store *s, int64_t unit, const char *name, int64_t file);
struct hd_work_product {
	const char *name, *hash;
	int64_t file;
};
bool hd_work_next_product(struct hd_store *s, int64_t unit,
			  struct hd_work_product *p); /* in the order of names */
