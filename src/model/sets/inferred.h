/* SPDX-License-Identifier: Apache-2.0
 *
 * What runs teach about objects and functions, for atomic sets: which kinds of objects there are, which
 * members of theirs threads share, which functions are units of work on them, and why. Kept from run to run,
 * shared by all workers; it only grows. No pointers: it is shared memory. */
#pragma once

#include <stdatomic.h>
#include <stdint.h>

#include "model/sets/layout.h"

#define HD_KINDS	1024 /* slots of a hash table */
#define HD_KIND_MEMBERS 32
#define HD_KIND_UNITS	24
#define HD_KIND_FILES	6
#define HD_KIND_SPLITS	4

#define HD_MEMBER_READ	  1u
#define HD_MEMBER_WRITTEN 2u
#define HD_MEMBER_ATOMIC  4u /* accessed by atomics: not in the set */
#define HD_MEMBER_IGNORED 8u /* declared not to count               */
#define HD_MEMBER_NEXT                                                                                       \
	16u /* of a critical section: used by the one that follows it at once, or comes before it */
#define HD_MEMBER_ALONE	 32u /* … written by one that nothing of this kind followed or came before */
#define HD_MEMBER_UNTOLD 64u /* of an object: not all critical sections that use it are known */

struct hd_kind_member {
	_Atomic uint64_t place; /* offset in the object << 32 | size; 0: free, so size is never 0 */
	_Atomic uint32_t flags; /* HD_MEMBER_*                                                        */
	_Atomic uint32_t site;	/* one that touches it                                                */
	_Atomic uint32_t
	    guard; /* which lock of the object is held: its offset + 1, 0: none, HD_MANY_GUARDS  */
};
#define HD_MANY_GUARDS UINT32_MAX

/* Why an activation is a unit of work. */
enum hd_unit_why {
	HD_WHY_NONE,
	HD_WHY_DECLARED,  /* the user has declared it                                         */
	HD_WHY_PARAMETER, /* an operation of its type: others can call it, a parameter points to the type  */
	HD_WHY_FILE,	  /* an operation of the file that the variable belongs to                       */
	HD_WHY_TOUCHES, /* others can call it, and it touches the object, itself or by helpers and getters */
	HD_WHY_LOCAL,	/* a helper that touches it, with nothing but helpers around it                    */
	HD_WHY_ALONE,	/* a thread's own function: each access by itself                                */
	HD_WHY_COUNT
};

struct hd_kind_unit {
	_Atomic uint32_t function; /* of the layout; 0: free                                  */
	_Atomic uint32_t why;	   /* enum hd_unit_why                                        */
	_Atomic uint32_t type;	   /* HD_WHY_PARAMETER: the one that its parameter points to       */
	_Atomic uint32_t split;	   /* site of something that it waited for half-way; 0: none      */
	_Atomic uint32_t count;	   /* activations                                                  */
};

#define HD_KIND_LOCKED 1u /* has a lock of its own: an object in its own right, without an owner          */
#define HD_KIND_CONTESTED                                                                                    \
	2u /* reached by other ways than through its owner                                 */
#define HD_KIND_WRITTEN_ALONE 4u /* by a unit that writes nothing else in the same critical section       */

struct hd_kind {
	_Atomic uint64_t key;	/* 0: free                                                         */
	uint32_t variable;	/* of the layout, or 0:                                            */
	uint32_t alloc_site;	/* … what this place allocates                                   */
	uint32_t frame;		/* … or the local variables of this function of the layout, or 0 */
	uint32_t type;		/* of the layout, 0: not known                                     */
	uint32_t part_of;	/* elements of a member of another kind: its slot + 1              */
	uint32_t part_offset;	/* … of the member at this offset                                  */
	uint32_t stride;	/* one of several elements of the block or variable; 0: the only one   */
	uint64_t size;		/* of one object                                                     */
	_Atomic uint32_t flags; /* HD_KIND_*                                                      */
	_Atomic uint32_t owner; /* the kind that objects of this one belong to: its slot + 1, 0: none */
	_Atomic uint32_t owner_offset; /* the pointer there                                           */
	_Atomic uint32_t guard;	       /* of the first member that had one                             */
	_Atomic uint32_t
	    merged; /* units use it as one with others: the slot of one of these kinds, 0: none */
	_Atomic uint32_t objects;  /* shared ones, in all runs                                      */
	_Atomic uint32_t evidence; /* units that touched two or more members                       */
	_Atomic uint32_t lost;	   /* members and units that did not fit                         */
	_Atomic uint32_t files[HD_KIND_FILES]; /* the files with functions that touch it               */
	struct hd_kind_member members[HD_KIND_MEMBERS];
	struct hd_kind_unit units[HD_KIND_UNITS];
};

#define HD_LEARNT_RAN	1u /* an activation has been seen from its beginning to its end …              */
#define HD_LEARNT_CALLS 2u /* it calls others, or synchronises                                         */
#define HD_LEARNT_MANY	4u /* it touches shared memory more than once                                  */
#define HD_LEARNT_LOOPS 8u /* it calls an operation on one object again and again                       */
#define HD_LEARNT_TOUCHES                                                                                    \
	16u		    /* it touches, by itself, objects on which it is a unit                        */
#define HD_LEARNT_ENTRY 32u /* a thread begins with it                                                  */

#define HD_LEARNT_WRITES 64u  /* its units write                                                         */
#define HD_LEARNT_MERGES 128u /* two objects in one critical section */

#define HD_SITE_TYPES 1024

#define HD_SECTIONS	   2048 /* slots of a hash table */
#define HD_SECTION_MEMBERS 32
#define HD_TOGETHER	   8192 /* likewise */

/* The critical sections that begin at one place of the program, and what they use of one object: members are
 * numbered over all kinds, see hd_member_number(). */
struct hd_section_kind {
	_Atomic uint64_t key;			      /* 0: free */
	_Atomic uint32_t members[HD_SECTION_MEMBERS]; /* number << 8 | HD_MEMBER_READ … _ALONE */
};

struct hd_inferred {
	_Atomic uint32_t news;	      /* counts what was learnt                                             */
	_Atomic uint32_t news_before; /* … when the last run that was looked at began                */
	_Atomic uint32_t lost; /* kinds that did not fit                                               */
	_Atomic uint32_t functions[HD_LAYOUT_FUNCTIONS];	/* HD_LEARNT_*                              */
	_Atomic uint32_t files[HD_LAYOUT_TYPES][HD_KIND_FILES]; /* by type: files that touch it          */
	struct hd_kind kinds[HD_KINDS];
	/* What is allocated at a place, for runs that begin after it was: see hd_sets_block_at() */
	_Atomic uint64_t site_types[HD_SITE_TYPES];
	_Atomic uint32_t section_news, section_news_before; /* the same two, of what follows */
	_Atomic uint32_t sections_lost;			    /* of what follows, that did not fit */
	_Atomic uint32_t chained; /* several critical sections were one unit of work */
	struct hd_section_kind sections[HD_SECTIONS];
	/* Two members that one critical section used: number << 16 | higher number */
	_Atomic uint32_t together[HD_TOGETHER];
};
