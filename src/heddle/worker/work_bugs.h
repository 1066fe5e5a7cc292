/* SPDX-License-Identifier: Apache-2.0
 *
 * The folders of failures go into the store, under the names of their files ("bug-1/schedule"), so that they
 * are there for whoever wants them, and not only on the machine that has found them. Belongs into a batch. */
#pragma once

#include <stdint.h>

#include "store/store_state.h"

/* All folders bug-N in `out`. */
void hd_work_put_bugs(struct hd_store *s, int64_t unit, const char *out);
/* That of one failure. */
void hd_work_put_bug(struct hd_store *s, int64_t unit, const char *out, unsigned number);
