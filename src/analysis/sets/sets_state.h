/* SPDX-License-Identifier: Apache-2.0
 *
 * What the inference of atomic sets (sets.h) knows of a run: objects, locations, stacks. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "analysis/arena.h"
#include "analysis/sets/unit.h"
#include "base/buckets.h"
#include "model/event.h"
#include "model/sets/inferred.h"
#include "model/sets/layout.h"

#define HD_SETS_FRAMES	 128 /* of a thread's stack that are remembered; deeper ones count as helpers */
#define HD_SETS_POINTERS 8   /* the last pointers that a thread has read                             */
#define HD_SETS_DECLARED 8   /* sets declared for one type, at most                                  */

struct hd_sets_object { /* what is one set, or a part of its owner's */
	uint64_t lo, size;
	uint32_t kind; /* slot in learnt->kinds */
	uint32_t type; /* of the layout */
	uint32_t variable;
	bool shared, dead, settled;	    /* settled: its owner has been looked for */
	hd_tid by;			    /* the thread that allocated it; HD_NO_TID: all threads have it */
	uint32_t numbers[HD_SETS_DECLARED]; /* of its sets; 0: none yet */
	struct hd_sets_object *whole;	    /* the object of which it is an element; NULL: it is the whole */
	struct hd_sets_object *owner;
	unsigned owner_set;		   /* which of its declared sets */
	struct hd_sets_object *next;	   /* in its bucket */
	struct hd_sets_object *next_block; /* of the same block */
};

struct hd_sets_block { /* a heap block or a variable */
	uint64_t lo, size;
	uint32_t variable, alloc_site, type, stride;
	hd_tid by;
	bool dead;
	struct hd_sets_object *objects;
	struct hd_sets_block *next; /* in its bucket, or unused */
};

struct hd_sets_leaf { /* a location: one scalar, or what an access made one */
	struct hd_sets_object *object;
	struct hd_kind_member *member;
	uint32_t number;       /* 0: no access has counted yet */
	uint8_t first, length; /* bytes of its granule */
	uint8_t set;	       /* which of its type's declared sets */
	bool ignored;
	uint8_t seen; /* HD_MEMBER_* that are recorded already */
	const struct hd_layout_field *field;
	struct hd_sets_leaf *next;
};

struct hd_sets_granule {
	uint64_t granule; /* address / 8 */
	struct hd_sets_leaf *leaves;
	struct hd_sets_granule *next;
};

struct hd_sets_frame {
	uint32_t function; /* of the layout; 0: not known */
	uint32_t serial;   /* which activation */
	uint64_t caller;   /* where it was called */
	uint64_t unit;	   /* 0: nothing of it has counted yet */
	uint32_t epoch;	   /* of its unit */
	uint32_t accesses; /* 0, 1, more */
	struct {
		const struct hd_sets_object *object;
		uint8_t unit; /* index of the unit's frame */
		uint8_t why;
	} memo[2];
	uint32_t sets[4];   /* that the unit has touched, by the object that the set is about */
	uint32_t joined[4]; /* … or by anything in it */
	uint32_t evidence_set, evidence_member;
	struct {
		uint64_t caller;
		uint32_t serial;
	} calls[4]; /* operations called, to find loops */
};

struct hd_sets_thread {
	struct hd_sets_frame *frames; /* HD_SETS_FRAMES of them */
	uint32_t depth, epoch;
	uint32_t split_site;
	uint64_t pointers[HD_SETS_POINTERS];
	unsigned npointers;
};

#define HD_SETS_BUCKETS	       (1u << 17)
#define HD_SETS_OBJECT_BUCKETS (1u << 12)

struct hd_sets {
	struct hd_arena *arena;
	const struct hd_layout *layout;
	struct hd_inferred *learnt;
	/* The block or variable that holds an address: fills in what is known of it, but for `by` and `type`
	 * of a heap block, which are known from its allocation. False: neither. */
	bool (*block_at)(uint64_t addr, struct hd_sets_block *b);
	/* The pointer at an address that has been read before. */
	uint64_t (*pointer_at)(uint64_t addr);
	/* Told; each may be NULL. `site`, `tid`, `write` of the access are filled in; context, locks are not.
	 */
	void (*access)(void *to, struct hd_unit_access *a);
	void (*unit_end)(void *to, hd_tid tid, uint64_t unit);
	void (*set_gone)(void *to, uint64_t set);
	void *to;

	uint32_t run;
	uint32_t nsets, nmembers, nserials;
	uint32_t matched; /* the type that made a function an operation */
	uint64_t nunits;
	bool full;			/* no memory left: nothing more is told in this run */
	uint32_t *thread_run;		/* by id, HD_MAX_THREADS of them, zero when first used */
	struct hd_sets_thread *threads; /* likewise */
	struct hd_sets_block *unused;
	uint32_t group_set[256]; /* numbers of declared sets of variables, by group */
	struct hd_bucket granules[HD_SETS_BUCKETS];
	struct hd_bucket objects[HD_SETS_OBJECT_BUCKETS];
	struct hd_bucket blocks[HD_SETS_OBJECT_BUCKETS];
};

struct hd_unit_reason { /* why a function's activation is a unit of work */
	enum hd_unit_why why;
	uint32_t type;	/* HD_WHY_PARAMETER: which one its parameter points to */
	uint32_t split; /* where it waited half-way; 0: it did not              */
};
