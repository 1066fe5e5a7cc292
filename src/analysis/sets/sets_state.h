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

struct hd_sets_guarded;

struct hd_sets_object { /* what is one set, or a part of its owner's */
	uint64_t lo, size;
	uint32_t kind; /* slot in learnt->kinds */
	uint32_t type; /* of the layout */
	uint32_t variable;
	uint32_t frame;		    /* local variables of this function of the layout; 0: it is none */
	bool shared, dead, settled; /* settled: its owner has been looked for */
	hd_tid by;		    /* the thread that allocated it; HD_NO_TID: all threads have it */
	uint32_t numbers[HD_SETS_DECLARED]; /* of its sets; 0: none yet */
	struct hd_sets_object *whole;	    /* the object of which it is an element; NULL: it is the whole */
	struct hd_sets_object *owner;
	unsigned owner_set;		   /* which of its declared sets */
	struct hd_sets_object *next;	   /* in its bucket */
	struct hd_sets_object *next_block; /* of the same block */
	struct hd_sets_guarded *guarded;
};

struct hd_sets_block { /* a heap block, a variable, or the local variables of an activation */
	uint64_t lo, size;
	uint32_t variable, alloc_site, type, stride;
	uint32_t frame, depth; /* of this function of the layout; so many were under way before it */
	hd_tid by;
	bool dead;
	struct hd_sets_object *objects;
	struct hd_sets_block *next;  /* in its bucket, or unused */
	struct hd_sets_block *outer; /* of local variables: others of the same thread, further out */
};

struct hd_sets_leaf { /* a location: one scalar, or what an access made one */
	struct hd_sets_object *object;
	struct hd_kind_member *member;
	uint32_t number;	/* 0: no access has counted yet */
	uint32_t merged_number; /* as a member of the union of several sets; 0: none */
	uint8_t first, length;	/* bytes of its granule */
	uint8_t set;		/* which of its type's declared sets */
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

#define HD_UNIT_READS 8

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
	uint32_t section; /* the critical section of the unit's last access; 0: none */
	bool wrote;	  /* by the unit: what it has not read before */
	/* For sets_merge.c, of the unit: the last object that it has written, and that it is declared for. */
	bool merges; /* it wrote two in one critical section */
	const struct hd_sets_object *wrote_object, *declared_object;
	uint32_t wrote_section;
	uint8_t nread;
	const struct hd_sets_leaf *read[HD_UNIT_READS]; /* by the unit */
	struct {
		uint64_t caller;
		uint32_t serial;
	} calls[4]; /* operations called, to find loops */
};

#define HD_SECTION_DEPTH 8 /* locks held at a time; the sections of more are not looked at */
#define HD_SECTION_USES	 16
#define HD_CHAINS	 4
#define HD_CHAIN_USES	 8

struct hd_sets_guarded { /* what one lock guards of one object, or of all that there is one of: a set */
	uint64_t lock;
	const struct hd_sets_object *root; /* NULL: variables, and what there is one of */
	unsigned declared;
	uint32_t number;
	struct hd_sets_guarded *next;	      /* in its bucket */
	struct hd_sets_guarded *next_of_root; /* another lock */
};

struct hd_sets_use { /* of a location by a critical section */
	struct hd_sets_leaf *leaf;
	struct hd_sets_guarded *of;
	unsigned flags; /* HD_MEMBER_READ, HD_MEMBER_WRITTEN */
	struct {
		uint64_t addr;
		uint32_t site, context, locks;
	} first[2]; /* [write] */
};

struct hd_sets_section { /* a critical section under way */
	uint64_t lock, key;
	uint32_t serial;
	uint32_t depth; /* of the stack where it is, functions that only lock left out */
	uint64_t at;	/* the last place in that function that is known */
	bool crowded;	/* it uses more than there is room for */
	bool signals;	/* others, to look at what it did */
	unsigned nuses;
	struct hd_sets_use uses[HD_SECTION_USES];
};

/* Critical sections of one lock that are one unit of work: they follow each other in one function, and each
 * uses a part of what belongs together. */
struct hd_sets_chain {
	const struct hd_sets_guarded *of;
	uint64_t unit, key; /* of the last section */
	uint64_t at;	    /* the last place in the function that all of them are in */
	const struct hd_sets_leaf *uses[HD_CHAIN_USES];
	uint64_t places[HD_CHAIN_USES]; /* where the section of each of them began */
	uint32_t depth;			/* of the stack, that function included */
	unsigned nuses;
	bool writes, mixed;   /* all that they use; or some */
	bool adjoined;	      /* the last section comes right before or after another one */
	bool calling, called; /* a function without a section: now, or since the last one */
};

struct hd_sets_sections { /* of a thread */
	unsigned n, nchains;
	struct hd_sets_section held[HD_SECTION_DEPTH];
	struct hd_sets_chain chains[HD_CHAINS];
};

struct hd_sets_thread {
	struct hd_sets_sections *sections; /* NULL: it has not locked yet */
	struct hd_sets_frame *frames;	   /* HD_SETS_FRAMES of them */
	struct hd_sets_block *locals;	   /* of activations that others have come to, innermost first */
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
	/* For critical sections; NULL: they are not looked at. Where a site is; a place in the program that
	 * is the same in all processes; fill in what an access has to be told with later. */
	uint64_t (*site_pc)(uint32_t site);
	uint64_t (*code_offset)(uint64_t pc);
	void (*describe)(void *to, struct hd_unit_access *a);
	bool sections_settled; /* the run before has taught nothing new about them */
	bool sections_only;    /* units are told by critical sections alone, not by what functions are */

	uint32_t run;
	uint32_t nsets, nmembers, nserials;
	uint32_t matched; /* the type that made a function an operation */
	uint64_t nunits;
	bool full;			/* no memory left: nothing more is told in this run */
	uint32_t *thread_run;		/* by id, HD_MAX_THREADS of them, zero when first used */
	struct hd_sets_thread *threads; /* likewise */
	struct hd_sets_block *unused;
	struct {
		uint32_t run, n;
	} kind_objects[HD_KINDS]; /* objects of the kind in this run, by its slot */
	struct {
		uint32_t run, number;
	} merged[HD_KINDS];	 /* unions of several sets, by their leading kind */
	uint32_t group_set[256]; /* numbers of declared sets of variables, by group */
	struct hd_bucket granules[HD_SETS_BUCKETS];
	struct hd_bucket objects[HD_SETS_OBJECT_BUCKETS];
	struct hd_bucket blocks[HD_SETS_OBJECT_BUCKETS];
	struct hd_bucket guarded[HD_SETS_OBJECT_BUCKETS];
};

struct hd_unit_reason { /* why a function's activation is a unit of work */
	enum hd_unit_why why;
	uint32_t type;	/* HD_WHY_PARAMETER: which one its parameter points to */
	uint32_t split; /* where it waited half-way; 0: it did not              */
};
