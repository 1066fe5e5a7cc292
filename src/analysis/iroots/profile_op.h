/* SPDX-License-Identifier: Apache-2.0
 *
 * The operations that the profiler (profile.h) remembers: by location, by thread, the newest first. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/iroots/byte_cells.h"
#include "analysis/iroots/feasible.h"
#include "model/event.h"

#define HD_PROFILE_FAMILIAR 2

struct hd_profile_history;

struct hd_profile_source { /* what an operation follows: */
	hd_tid tid;	   /* the thread that wrote the pointer by which it came to its location … */
	uint32_t pos;	   /* … and where in that thread; 0: that is not known */
};

struct hd_profile_op {	     /* at one of the cells that it touches; another one for each of the others */
	struct hd_span span; /* of all of it */
	uint32_t site;
	uint32_t index;	      /* among the operations of its thread, as the observer counts them */
	uint32_t when;	      /* step of the run */
	uint32_t prev_access; /* pos of the thread's previous operation on the location, 0: none */
	hd_tid tid;
	uint8_t kind;
	uint8_t role;	/* enum hd_role */
	bool over;	/* its sections are */
	bool dropped;	/* before they were: there are too many like it */
	uint32_t epoch; /* of the thread, see hd_order_epoch() */
	struct hd_profile_source source;
	struct hd_point at;
	/* The thread's own neighbours on the location: those that set it, and the next one of any kind. */
	struct hd_point prev_set, next_set, next_access;
	struct hd_profile_history *history;
	struct hd_profile_op *next;	 /* older one of the same thread and location */
	struct hd_profile_op *next_open; /* in the same section, which is not over */
	struct hd_profile_op *twin;	 /* at the other part of its place, which was divided … */
	uint32_t divided;		 /* … as the last one of so many */
};

struct hd_profile_history { /* of a thread at a location */
	hd_tid tid;
	unsigned n;
	struct hd_profile_op *ops; /* the newest first */
	struct hd_point last_set;
	uint32_t last_access; /* pos; 0: none */
	struct {
		uint32_t site, epoch;
		uint8_t kind;
	} familiar[HD_PROFILE_FAMILIAR]; /* by site: what was not kept lately, because it was no news */
	struct hd_profile_place *place;
	struct hd_profile_history *next;
};

struct hd_profile_place {		      /* a cell */
	struct hd_profile_source set;	      /* last */
	struct hd_profile_history *histories; /* of each thread; the latest one comes first */
};
