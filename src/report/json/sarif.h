/* SPDX-License-Identifier: Apache-2.0
 *
 * The results of a search as SARIF 2.1.0, which code scanning services and editors read. The interleaving is
 * a code flow with one thread flow for each thread. */
#pragma once

#include <stdio.h>

#include "report/results.h"

/* 0, or -1 with errno. */
int hd_sarif_write(const struct hd_search_results *s, FILE *f);
