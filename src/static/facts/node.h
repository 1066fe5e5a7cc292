/* SPDX-License-Identifier: Apache-2.0
 *
 * What the analysis of pointers consists of: see memory_cells.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_NO_NODE  UINT32_MAX
#define HD_FAR_AWAY INT64_MAX /* the end of an array whose length is not known */

struct hd_cell {
	uint32_t node;
	int64_t offset;
};

enum hd_object_kind {
	HD_OBJECT_GLOBAL,
	HD_OBJECT_STACK,
	HD_OBJECT_HEAP,
	HD_OBJECT_FUNCTION,
	HD_OBJECT_CONSTANT
};

struct hd_object { /* that a pointer may point to */
	enum hd_object_kind kind;
	uint32_t node; /* when it was made      */
	uint32_t next; /* of the same node      */
	uint32_t what; /* the caller's own number: of the function or variable, or the operation that makes
			  the object */
};

struct hd_range { /* an array in a node */
	int64_t lo, hi;
	uint64_t stride;
};

struct hd_edge { /* the pointer that is stored at an offset */
	int64_t offset;
	struct hd_cell to;
};

struct hd_node {
	uint32_t parent; /* itself: the node stands for others */
	uint32_t rank;
	int64_t shift; /* an offset in here is this much more in the parent */
	struct hd_range *ranges;
	struct hd_edge *edges; /* by offset */
	size_t nranges, ranges_cap, nedges, edges_cap;
	uint32_t first_object, last_object; /* UINT32_MAX: none */
	bool escaped;
};
