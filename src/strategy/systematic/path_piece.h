/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the path of a depth-first search and the frontier: a piece becomes a path, and the upper part of a
 * path becomes choices of the frontier. With the frontier's lock. */
#pragma once

#include "strategy/systematic/search_path.h"

/* The way to the piece becomes the path; as much of it as no other worker needs belongs to the path alone. */
void hd_path_load(struct hd_path *p, struct hd_frontier *f, uint32_t piece);
/* What is to be repeated of the path goes to the frontier: down to the first choice with something left
 * (none: nothing), or all of it. Returns the piece that is below. */
uint32_t hd_path_give(struct hd_path *p, struct hd_frontier *f, uint32_t piece, bool all);
