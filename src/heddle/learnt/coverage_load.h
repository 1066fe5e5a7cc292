/* SPDX-License-Identifier: Apache-2.0
 *
 * From the store to what `heddle coverage` shows. */
#pragma once

#include "report/coverage/coverage.h"
#include "store/history.h"
#include "store/sites.h"
#include "store/store.h"

/* Of the program that was chosen with hd_store_program(). */
void hd_coverage_load(struct hd_coverage *c, struct hd_store *s, bool all_builds);
void hd_coverage_free(struct hd_coverage *c);
