/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the path of a tree of choices and the frontier, as path_piece.h. */
#pragma once

#include "strategy/systematic/choice_tree.h"

void hd_tree_load(struct hd_tree *t, struct hd_frontier *f, uint32_t piece);
uint32_t hd_tree_give(struct hd_tree *t, struct hd_frontier *f, uint32_t piece, bool all);
/* The possibility by which the frontier leads here has been tried: tell the frontier whether it may sleep. */
void hd_tree_send_marks(struct hd_tree *t, struct hd_frontier *f);
