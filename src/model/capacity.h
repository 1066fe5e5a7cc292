/* SPDX-License-Identifier: Apache-2.0
 *
 * Tables of fixed size. Where one is full, what does not fit is lost, and Heddle says so: in the summary, in
 * the JSON, and as a gap of a proof. capacity.def lists all of them. */
#pragma once

#include <stdint.h>

enum hd_capacity {
#define HD_CAPACITY(id, most, what, lost) HD_FULL_##id,
#include "model/capacity.def"
#undef HD_CAPACITY
	HD_CAPACITIES
};
_Static_assert(HD_CAPACITIES <= 64, "a set of them fits into 64 bits");

enum {
#define HD_CAPACITY(id, most, what, lost) HD_MAX_##id = (most),
#include "model/capacity.def"
#undef HD_CAPACITY
};

/* In sets of tables that are full. */
#define HD_FULL_BIT(capacity) (1ULL << (capacity))

struct hd_capacity_info {
	const char *id;	  /* in capitals */
	uint32_t most;	  /* entries */
	const char *what; /* after "more than N " */
	const char *lost; /* what follows when it is full; NULL: the program cannot be tested further */
};
extern const struct hd_capacity_info hd_capacities[HD_CAPACITIES];

#define HD_CAPACITY_NAME 32 /* bytes of a name */
/* As the option --capacity takes it and as the JSON gives it: "locks-held". */
void hd_capacity_name(enum hd_capacity c, char name[HD_CAPACITY_NAME]);
/* HD_CAPACITIES if there is none of that name. */
enum hd_capacity hd_capacity_named(const char *name);
