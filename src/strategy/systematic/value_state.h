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
#define HD_VALUE_LOCKS	 64   /* that are told apart */
#define HD_VALUE_BUCKETS 1024 /* of steps, by the object that they touch; a power of two */

struct hd_value_step {
	struct hd_op op;
	uint64_t held; /* locks that its thread holds: bits by hd_value_lock */
	uint32_t next; /* step on the same object; 0: there is none */
	hd_tid tid;
};

enum hd_value_certainty {		 /* that both are about the same object */
			  HD_VALUE_WERE, /* in the depth-first run they were */
			  HD_VALUE_MUST, /* the code says so */
			  HD_VALUE_MAY	 /* … or does not say */
};

/* An ordered pair that is to be tried: the partner before the trigger. Both are steps of the depth-first run,
 * in which the trigger came first; or the partner is a place in the code that the run has not come to. */
struct hd_value_point {
	uint32_t trigger, partner;
	uint16_t trigger_place, target; /* of the guide; HD_GUIDE_NOWHERE: the partner is a step */
	hd_tid thread;			/* of the partner */
	uint8_t kind;			/* enum hd_value_kind */
	uint8_t certainty;		/* enum hd_value_certainty */
	uint8_t instance;		/* of this pair of places, the last one of the run first */
	uint64_t key;			/* of hd_value_tried_of() */
	bool done;
};

struct hd_value_tried {
	uint64_t key; /* of an ordered pair of places; 0: the slot is free */
	uint32_t instances;
};

/* A run that tries one ordered pair and goes on sequentially. */
struct hd_excursion {
	bool active;
	bool again;	/* it was not carried out to its end: once more */
	bool began;	/* it has been asked something */
	uint32_t point; /* which it tries */
};

/* How far the run under way is. A backtracking point of the depth-first run is one for excursions, too, so
 * both kinds of runs count alike. */
struct hd_value_run {
	bool fulfilled;	 /* the partner has gone */
	bool resumed;	 /* … and then the trigger */
	bool differs;	 /* the partner's thread came to its place with another object */
	bool lost;	 /* an excursion does not repeat the depth-first run */
	bool apart;	 /* an excursion has made a step that the depth-first run did not make */
	uint32_t steps;	 /* of the depth-first run, or as many of them as an excursion has repeated */
	uint32_t values; /* data choices */
};

/* What the coming run has in common with those before: counted in decisions (see strategy.h). */
struct hd_value_common {
	uint64_t now;  /* with the run before */
	uint64_t last; /* the run before with the depth-first run */
	uint64_t own;  /* from here on, backtracking points are those of excursions */
};

struct hd_value {
	struct hd_dpor dpor; /* the depth-first search; first, because unit tests look at it there */
	/* See hd_run_info; set anew for each run. The guide is NULL until the search uses it. */
	bool (*is_point)(uint32_t site);
	const struct hd_guide *guide;
	uint16_t (*place_at)(uint32_t site, unsigned what);
	uint64_t (*name_of)(uint32_t site);
	bool guided;		      /* the search uses what the code tells */
	uint64_t runs, all_steps;     /* that it has made */
	bool surveyed;		      /* the first run of all has been made */
	bool surveys;		      /* this is it */
	bool collect;		      /* the depth-first run has shown an order for the first time */
	struct hd_value_run run;      /* … belongs to the run under way */
	uint32_t n;		      /* steps of the depth-first run */
	uint32_t path_n, path_values; /* steps and data choices of its path */
	uint32_t fed;		      /* steps of the run under way whose orders have been noted */
	struct hd_value_common common;
	uint32_t npoints;
	uint32_t next; /* of them, which the coming run tries; HD_VALUE_POINTS: it is a depth-first run */
	uint64_t excursions;		  /* of this search */
	uint32_t created[HD_SET_THREADS]; /* threads of the depth-first run: the step that created each */
	struct hd_excursion excursion;
	struct hd_value_step steps[HD_VALUE_STEPS];
	struct hd_value_point waiting[HD_VALUE_POINTS];
	struct hd_value_tried tried[HD_VALUE_TRIED];
	bool heard;			      /* … and of what earlier processes have tried: */
	uint64_t earlier[HD_EXCURSION_WORDS]; /* see hd_search_facts */
	uint32_t buckets[HD_VALUE_BUCKETS];
	uint64_t locks[HD_VALUE_LOCKS]; /* their addresses */
	uint32_t nlocks;
	struct hd_orders orders;
};
