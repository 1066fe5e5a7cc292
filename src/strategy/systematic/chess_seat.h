/* SPDX-License-Identifier: Apache-2.0
 *
 * chess with several workers: what chess.c explores of the search that they share. A pass begins when all of
 * them have explored what is left of the one before. */
#pragma once

#include "strategy/strategy.h"

enum hd_claim hd_chess_claim(void *state, const struct hd_run_info *run);
/* The same with a bound on delays. */
enum hd_claim hd_delay_claim(void *state, const struct hd_run_info *run);
bool hd_chess_park(void *state, struct hd_frontier *f, unsigned worker);
