/* SPDX-License-Identifier: Apache-2.0
 *
 * dfs and dpor with several workers: what dpor.c explores of the search that they share. */
#pragma once

#include "strategy/strategy.h"

enum hd_claim hd_dpor_claim(void *state, const struct hd_run_info *run);
enum hd_claim hd_dfs_claim(void *state, const struct hd_run_info *run);
void hd_dpor_renew(void *state, struct hd_frontier *f);
bool hd_dpor_park(void *state, struct hd_frontier *f, unsigned worker);
