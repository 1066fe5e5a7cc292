/* SPDX-License-Identifier: Apache-2.0
 *
 * A search that has tried every schedule need not be made again: what it has proved, and its findings, are
 * kept in the store, and the next one tells them. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "heddle/campaign/campaign_state.h"

/* What is kept of this search; NULL: it has not tried all, or something failed. To be freed. */
char *hd_finished_text(const struct hd_campaign *c);
uint64_t hd_finished_runs(const struct hd_campaign *c);
/* There was one of which this was kept, and this search need not begin. False: its runs are wanted all the
 * same. */
bool hd_finished_take(struct hd_campaign *c, const char *text, size_t size, uint64_t runs);
/* What it has found counts as found, and is told. */
void hd_finished_tell(struct hd_campaign *c, FILE *f);
void hd_finished_term(struct hd_finished *f);
