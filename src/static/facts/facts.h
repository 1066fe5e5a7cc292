/* SPDX-License-Identifier: Apache-2.0
 *
 * What the analyses know of a program: its functions as graphs of blocks, and in the blocks only the
 * operations that matter to more than one thread: accesses to memory, synchronisation, and calls. All are
 * numbered; operations of a block and blocks of a function follow each other. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/event.h"
#include "static/facts/memory_cells.h"

#define HD_NOWHERE ((struct hd_cell){HD_NO_NODE, 0})
#define HD_NIL	   UINT32_MAX

struct hd_root {	/* an address as the code says it: a value, and bytes from there */
	uint32_t value; /* HD_NIL: not known */
	int64_t offset;
};

struct hd_act {
	uint8_t what; /* an enum hd_event_kind; HD_NONE: a call; HD_VALUE: what was read at `at` is not 0  */
	uint32_t site;
	uint32_t block;
	uint32_t callee; /* a call and a create: the function, HD_NIL: those that `with` points to     */
	uint64_t size; /* bytes that are accessed, 0: not known; of an init: one more than the number that the
			  object is set up with, 0: not known */
	struct hd_cell at;	   /* what it is done to: memory, a lock, the handle of a thread         */
	struct hd_cell with;	   /* a call and a create: the function; a wait: the mutex               */
	struct hd_root root;	   /* of `at`                                                            */
	uint32_t first_arg, nargs; /* of a call or a create, in args                               */
	struct hd_cell result;
	bool loose; /* an unknown function makes the call, with any of the arguments                      */
	bool may_fail;	/* a wait that ends, perhaps without what it waits for                             */
	bool puts_zero; /* a write: of the number 0, to all of the object                                  */
	uint32_t first_callee, ncallees; /* in callees, when all are known                         */
};

struct hd_fact_block {
	uint32_t function;
	uint32_t first_act, nacts, first_successor, nsuccessors;
	bool in_loop; /* it can be reached from itself */
};

struct hd_fact_function {
	char *name;
	uint32_t first_block, nblocks; /* 0 blocks: its code is not here */
	uint32_t first_param, nparams; /* in params                      */
	struct hd_cell result;
	bool at_start; /* it runs before main, or at the end */
	bool at_end;   /* it runs at the end                 */
};

struct hd_copy { /* of memory, with the pointers that are in it */
	struct hd_cell to, from;
	uint64_t size;
};

struct hd_shift { /* a pointer that is moved by a number of elements */
	struct hd_cell at;
	uint64_t stride;
};

struct hd_site {
	uint32_t file; /* in files; HD_NIL: not known */
	uint32_t line, column;
	uint8_t what;
	char *function;
};

struct hd_global { /* a variable; objects of the kind HD_OBJECT_GLOBAL have its number */
	char *name;
	uint32_t first_member, nmembers; /* in members: outer ones before those inside of them */
};

struct hd_member_name {
	uint64_t offset, size;
	char *name; /* with those that it is inside of: "queue.head" */
};

#define HD_LIST(type, name)                                                                                  \
	type *name;                                                                                          \
	size_t n##name, name##_cap

struct hd_static_facts {
	struct hd_cells cells;
	HD_LIST(struct hd_fact_function, functions);
	HD_LIST(struct hd_fact_block, blocks);
	HD_LIST(struct hd_act, acts);
	HD_LIST(uint32_t, successors);
	HD_LIST(struct hd_cell, args);
	HD_LIST(struct hd_cell, params);
	HD_LIST(uint32_t, callees);
	HD_LIST(struct hd_copy, copies);
	HD_LIST(struct hd_shift, shifts);
	HD_LIST(struct hd_site, sites);
	HD_LIST(char *, files);
	HD_LIST(struct hd_global, globals);
	HD_LIST(struct hd_member_name, members);
	HD_LIST(uint32_t,
		value_blocks); /* of each value that a root may name: where it is defined, HD_NIL: outside */
	uint64_t instructions;
	bool jumps; /* the code does not say in which order it runs: longjmp, other stacks, signal handlers */
};

#define HD_ADD(facts, name, ...)                                                                             \
	((facts)->name =                                                                                     \
	     hd_grow((facts)->name, &(facts)->name##_cap, (facts)->n##name + 1, sizeof *(facts)->name),      \
	 (facts)->name[(facts)->n##name] = (__VA_ARGS__), (uint32_t)(facts)->n##name++)

void hd_facts_term(struct hd_static_facts *f);

static inline bool hd_is_somewhere(struct hd_cell cell)
{
	return cell.node != HD_NO_NODE;
}

static inline bool hd_act_accesses(const struct hd_act *act)
{
	return hd_event_flags[act->what] & HD_F_ACCESS;
}

static inline bool hd_act_writes(const struct hd_act *act)
{
	return hd_act_accesses(act) && (hd_event_flags[act->what] & HD_F_WRITE);
}
