/* SPDX-License-Identifier: Apache-2.0
 *
 * The last lines of a search for people: its verdict and figures, and what is to be known beside them. */
#pragma once

#include <stdio.h>

#include "heddle/campaign/campaign_state.h"

/* The result in words, without a full stop. */
void hd_summary_verdict(const struct hd_campaign *c, FILE *f);
void hd_summary_lines(const struct hd_campaign *c, FILE *f);
