/* SPDX-License-Identifier: Apache-2.0
 *
 * A campaign on one page: what is new, and a table of its tests. */
#pragma once

#include "report/json/suite_json.h"

/* 0, or -1 with errno. */
int hd_campaign_page_write(const struct hd_suite_summary *s, FILE *f);
