/* SPDX-License-Identifier: Apache-2.0
 *
 * The arrays in a node, as ranges of offsets. They lie apart or one inside of an element of another; what
 * would overlap in another way becomes one range, with a stride that divides both. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "static/facts/node.h"

/* The offset that stands for this one: that in the first element of each array it is in. */
int64_t hd_range_settle(const struct hd_node *n, int64_t offset);
/* Add an array; false: nothing changed. */
bool hd_range_add(struct hd_node *n, struct hd_range range);
struct hd_range hd_range_shifted(struct hd_range range, int64_t shift);
/* The innermost array that the offset is in; everything, if it is in none. */
struct hd_range hd_range_at(const struct hd_node *n, int64_t offset);
/* The array that a pointer walks over which may be at both of the offsets. */
struct hd_range hd_range_through(const struct hd_node *n, int64_t a, int64_t b);
/* The same for `size` bytes from there on, 0: not known how many: all of them are in the array. */
struct hd_range hd_range_through_all(const struct hd_node *n, int64_t a, int64_t b, uint64_t size);
/* The offset is in no array. */
bool hd_range_is_single(const struct hd_node *n, int64_t offset);
