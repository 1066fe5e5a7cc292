/* SPDX-License-Identifier: Apache-2.0
 *
 * Which operations of different threads were done to the same object, and in which order: over all runs of a
 * search. Two tables of fixed size: the objects of the run under way with what was done to each, and the
 * orders that were seen. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"

#define HD_ORDERS_OBJECTS 4096 /* a power of two */
#define HD_ORDERS_OPS	  16   /* different ones on one object in a run */
#define HD_ORDERS_MAX	  8192 /* a power of two */
#define HD_ORDERS_SPAN	  64   /* granules that one access may touch */

struct hd_orders_op { /* what a thread did to an object */
	struct hd_op op;
	hd_tid tid;
};

struct hd_orders_object {
	uint64_t granule; /* address >> 3 */
	uint64_t run;	  /* that the entry belongs to */
	uint32_t n;
	struct hd_orders_op ops[HD_ORDERS_OPS];
};

struct hd_order { /* `first` came before `then`; a site of 0: the slot is free */
	uint32_t first, then;
	uint8_t first_kind, then_kind; /* enum hd_event_kind */
	uint8_t kind;		       /* enum hd_value_kind */
};

struct hd_orders {
	uint64_t run;
	uint32_t n;
	bool lossy; /* something did not fit: what was not seen may have happened */
	struct hd_order seen[HD_ORDERS_MAX];
	struct hd_orders_object objects[HD_ORDERS_OBJECTS];
};

void hd_orders_run_begin(struct hd_orders *o);
/* A thread does this. True: an order is seen for the first time. */
bool hd_orders_step(struct hd_orders *o, hd_tid tid, const struct hd_op *op);
/* Whether an operation of the first site came before one of the second. */
bool hd_orders_have(const struct hd_orders *o, uint32_t first, uint32_t then);
