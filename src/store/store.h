/* SPDX-License-Identifier: Apache-2.0
 *
 * What searches have learnt about programs, in one SQLite file or PostgreSQL database that several
 * controllers may use at once. Sites are known by names that survive a rebuild (symbol/spot.h), and by
 * module, build and offset; iRoots by the sites of their operations. What is put is merged with what is
 * there: nothing is ever taken back.
 *
 * Writing goes by batches, each a transaction: a controller that is killed loses the one that was under way.
 * The first error sticks: after it all functions do nothing, and hd_store_state() and hd_store_why() tell. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "store/store_state.h"

#define HD_STORE_NAME "heddle.db" /* in --out */

enum hd_store_mode { HD_STORE_READ, HD_STORE_WRITE };

/* Never NULL. HD_STORE_WRITE makes the file when it is missing. */
struct hd_store *hd_store_open(const char *path, enum hd_store_mode mode);
void hd_store_close(struct hd_store *s);
enum hd_store_state hd_store_state(const struct hd_store *s);
/* Part of a sentence, such as "disk I/O error"; valid until hd_store_close(). */
const char *hd_store_why(const struct hd_store *s);

/* A batch. After HD_STORE_BUSY and HD_STORE_AWAY from either nothing was written, and it may be tried again.
 */
enum hd_store_state hd_store_begin(struct hd_store *s);
enum hd_store_state hd_store_commit(struct hd_store *s);

/* Everything below is about this program. False: the store does not know it, and was not asked to `add` it.
 */
bool hd_store_program(struct hd_store *s, const char *path, bool add);
/* Which programs there are, by their paths: true, while there is another one. */
bool hd_store_next_program(struct hd_store *s, const char **path);
