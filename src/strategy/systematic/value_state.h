/* SPDX-License-Identifier: Apache-2.0
 *
 * The state of value.c. */
#pragma once

#include "strategy/systematic/dpor_state.h"
#include "strategy/systematic/value_kind.h"
#include "strategy/systematic/value_orders.h"

#define HD_VALUE_STEPS	 HD_PATH_STEPS
#define HD_VALUE_POINTS	 1024 /* ordered pairs that wait for their turn */
#define HD_VALUE_TRIED	 4096 /* ordered pairs of places that are remembered as tried; a power of two */
#define HD_VALUE_BUCKETS 1024 /* of steps, by the object that they touch; a power of two */

struct hd_value_step {
	struct hd_op op;
	uint32_t next; /* step on the same object; 0: there is none */
	hd_tid tid;
};

/* An ordered pair that is to be tried: the partner before the trigger. */
struct hd_value_point {
	uint32_t trigger, partner; /* steps of the depth-first run, in which the trigger came first */
	uint8_t kind;		   /* enum hd_value_kind */
	uint8_t instance;	   /* of this pair of places, the last one of the run first */
	bool done;
};

struct hd_value_tried {
	uint64_t key; /* of an ordered pair of places; 0: the slot is free */
	uint32_t instances;
};

/* A run that tries one ordered pair and goes on sequentially. */
struct hd_excursion {
	bool active;
	bool again;	 /* it was not carried out to its end: once more */
	bool fulfilled;	 /* the partner has gone */
	bool lost;	 /* the pair cannot be had in this run: the rest of it goes by default */
	uint32_t point;	 /* which it tries */
	uint32_t steps;	 /* made so far */
	uint32_t values; /* data choices made so far */
};

struct hd_value {
	struct hd_dpor dpor; /* the depth-first search; first, because unit tests look at it there */
	uint64_t points;     /* scheduling points known when the depth-first run began */
	bool collect;	     /* the depth-first run has shown an order for the first time */
	uint32_t n;	     /* steps of the depth-first run */
	uint32_t npoints;
	uint32_t next; /* of them, which the coming run tries; HD_VALUE_POINTS: it is a depth-first run */
	uint64_t excursions; /* of this search */
	struct hd_excursion excursion;
	struct hd_value_step steps[HD_VALUE_STEPS];
	struct hd_value_point waiting[HD_VALUE_POINTS];
	struct hd_value_tried tried[HD_VALUE_TRIED];
	uint32_t buckets[HD_VALUE_BUCKETS];
	struct hd_orders orders;
};
