/* SPDX-License-Identifier: Apache-2.0
 *
 * Which operations of different threads were done to the same object, and in which order: over all runs of a
 * search. The objects of the run under way, what was done to them, and the orders that were seen are three
 * pools of fixed size, filled from their beginning, so that a short search touches little memory. Objects and
 * orders are found by chains from a table that grows with them. Keys are exact: nothing is lost before a
 * pool is full. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"

#define HD_ORDERS_OBJECTS (1u << 15) /* of a run; a power of two */
#define HD_ORDERS_OPS	  (1u << 15) /* different ones in a run */
#define HD_ORDERS_MAX	  (1u << 14) /* a power of two */
#define HD_ORDERS_SPAN	  1024	     /* granules that one access may touch */

struct hd_orders_op { /* what a thread did to an object */
	struct hd_op op;
	hd_tid tid;
	uint32_t next; /* in ops, plus one; 0: it is the first that was done to the object */
};

struct hd_orders_object {
	uint64_t granule; /* address >> 3 */
	uint32_t last;	  /* what was done to it last: as next above */
	uint32_t next;	  /* in its chain: in objects, plus one */
};

struct hd_order { /* `first` came before `then`; a site of 0: the entry is free */
	uint32_t first, then;
	uint32_t next;		       /* in its chain: in seen, plus one */
	uint8_t first_kind, then_kind; /* enum hd_event_kind */
	uint8_t kind;		       /* enum hd_value_kind */
};

struct hd_orders {
	uint32_t n;			  /* in seen */
	uint32_t nobjects;		  /* of the run under way */
	uint32_t nops;			  /* … and what was done to them */
	bool lossy;			  /* something did not fit: what was not seen may have happened */
	uint32_t seen_size, objects_size; /* of their tables, so far: powers of two, or 0 */
	uint32_t seen_heads[HD_ORDERS_MAX], object_heads[HD_ORDERS_OBJECTS];
	struct hd_order seen[HD_ORDERS_MAX];
	struct hd_orders_object objects[HD_ORDERS_OBJECTS];
	struct hd_orders_op ops[HD_ORDERS_OPS];
};

void hd_orders_run_begin(struct hd_orders *o);
/* A thread does this. True: an order is seen for the first time. */
bool hd_orders_step(struct hd_orders *o, hd_tid tid, const struct hd_op *op);
/* Whether an operation of the first site came before one of the second. */
bool hd_orders_have(const struct hd_orders *o, uint32_t first, uint32_t then);
