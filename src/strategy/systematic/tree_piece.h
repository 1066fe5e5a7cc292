/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the path of a tree of choices and the frontier, as path_piece.h. */
#pragma once

#include "strategy/systematic/choice_tree.h"

void hd_tree_load(struct hd_tree *t, struct hd_frontier *f, uint32_t piece);
uint32_t hd_tree_give(struct hd_tree *t, struct hd_frontier *f, uint32_t piece, bool all);
/* The run that was claimed last has been made: tell the frontier which possibilities may sleep. Without its
 * lock. */
void hd_tree_ran(struct hd_tree *t, struct hd_frontier *f);
