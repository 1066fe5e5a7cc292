/* SPDX-License-Identifier: Apache-2.0
 *
 * The result of a search, in one word. Only "passed" and "exhausted" are good news: what was asked for has
 * been done, and nothing failed. */
#pragma once

#include "heddle/campaign/campaign_state.h"

enum hd_verdict {
#define HD_VERDICT(id, text, status) HD_VERDICT_##id,
#include "heddle/campaign/verdict.def"
#undef HD_VERDICT
};

enum hd_verdict hd_verdict(const struct hd_campaign *c);
/* As in JSON. */
const char *hd_verdict_text(enum hd_verdict v);
/* HD_STATUS_*. */
int hd_verdict_status(enum hd_verdict v);
/* The same as --exit-codes wants it: a program that asks to be skipped is told apart. */
int hd_verdict_exit_code(const struct hd_campaign *c, int status);
