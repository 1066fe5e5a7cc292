/* SPDX-License-Identifier: Apache-2.0
 *
 * Pairs of operations of different threads whose order may matter, as static analysis finds them; and the
 * text in which libexec/heddle-static hands them over (docs/static.md). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define HD_PAIRS_VERSION 3

enum hd_pair_kind {
#define HD_PAIR(id, text, meaning) HD_PAIR_##id,
#include "model/static/pairs.def"
#undef HD_PAIR
	HD_PAIR_KINDS
};

extern const char *const hd_pair_text[HD_PAIR_KINDS];
extern const char *const hd_pair_meaning[HD_PAIR_KINDS];

struct hd_pair_place {
	uint32_t file;	       /* in files; UINT32_MAX: not known */
	uint32_t line, column; /* 0: not known */
	uint8_t what;	       /* enum hd_event_kind */
	char *function;
	char *object; /* what it is done to: a variable, or where the memory is from; NULL: not known */
};

struct hd_pair {
	uint8_t kind;  /* enum hd_pair_kind */
	bool must;     /* both are about the same object in each run that does both; else they may be */
	uint32_t a, b; /* places */
	uint64_t threads_a, threads_b; /* masks of threads that do them */
};

struct hd_pair_thread { /* a kind of threads: those that one call creates */
	bool many;	/* several may be alive at the same time */
	uint32_t place; /* of the create; UINT32_MAX: the main thread */
	char *start;	/* the function that it begins with; several: "a, b" */
};

/* How one thread comes from place to place: nodes are operations, or joints between them, and edges lead to
 * what may come next. */
struct hd_pair_node {
	uint32_t place; /* UINT32_MAX: a joint */
	bool wild;	/* it is in a function that is called at a time which the code does not tell */
};

struct hd_pair_edge {
	uint32_t from, to; /* nodes */
};

struct hd_pair_count { /* how many pairs there are when a filter is left out */
	char *without;
	uint64_t pairs[HD_PAIR_KINDS];
};

struct hd_pairs {
	char **files;
	struct hd_pair_place *places;
	struct hd_pair *pairs; /* by kind, must before may, then by place */
	struct hd_pair_thread *threads;
	struct hd_pair_count *counts;
	struct hd_pair_node *nodes; /* none: not asked for, or the program is too large */
	struct hd_pair_edge *edges;
	size_t nfiles, files_cap, nplaces, places_cap, npairs, pairs_cap, nthreads, threads_cap, ncounts,
	    counts_cap, nnodes, nodes_cap, nedges, edges_cap;
	uint64_t instructions; /* of the intermediate code that was looked at */
	uint64_t lost;	       /* pairs beyond the most that are kept */
};

/* What the pair is about: NULL: not known. */
const char *hd_pair_object(const struct hd_pairs *p, const struct hd_pair *pair);

void hd_pairs_term(struct hd_pairs *p);
void hd_pairs_print(const struct hd_pairs *p, FILE *out);
