/* SPDX-License-Identifier: Apache-2.0
 *
 * What all searches together have covered of a program, as data, and its forms: text for a terminal, JSON,
 * HTML. It is about the build that was searched last, or about all builds. heddle/learnt/coverage_load.c
 * fills it in. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "model/iroot.h"

struct hd_cover_op {
	const char *kind;
	const char *function, *file; /* "": not known */
	int line, column;
};

struct hd_cover_iroot { /* predicted and not exposed */
	unsigned idiom, n;
	uint32_t attempts;
	struct hd_cover_op ops[HD_IDIOM_OPS];
	size_t group; /* the first one in the list that is about the same lines */
};

struct hd_cover_idiom {
	uint64_t predicted, tried; /* tried: of those predicted               */
	uint64_t reached;	   /* of those tried, and then exposed        */
	uint64_t exposed;	   /* by whatever run                         */
	uint64_t open;		   /* predicted and not exposed               */
};

struct hd_cover_point {
	uint64_t runs;	/* over all searches */
	double seconds; /* the same */
	uint64_t exposed[HD_IDIOMS + 1];
};

struct hd_cover_use { /* searches with one strategy on one input */
	char *strategy, *args;
	uint64_t searches, runs;
	double seconds;
};

struct hd_cover_found {
	char *kind, *message;
	uint64_t runs;
};

struct hd_cover_builds {
	char *build;		/* of the program, which was searched last; "": not known */
	uint64_t n;		/* builds of the program that were searched */
	bool all;		/* what follows is about all of them */
	uint64_t searches_left; /* of other builds, which are left out … */
	uint64_t iroots_left;	/* … and iRoots of code that this build does not have */
	uint64_t only_older;	/* exposed iRoots that only other builds have exposed */
};

struct hd_coverage {
	const char *version, *program, *store;
	struct hd_cover_builds builds;
	struct hd_cover_idiom idioms[HD_IDIOMS + 1]; /* [0] is their sum */
	uint64_t searches, runs;
	double seconds;
	struct hd_cover_iroot *open; /* the most promising first, those of a group one after another */
	size_t nopen;
	struct hd_cover_point *points;
	size_t npoints;
	struct hd_cover_use *uses;
	size_t nuses;
	struct hd_cover_found *failures, *findings;
	size_t nfailures, nfindings;
	char **strings; /* of the operations */
	size_t nstrings;
};

/* Sort `open` and set its groups. */
void hd_coverage_sort(struct hd_coverage *c);

/* A sentence about the builds that are left out, or that have exposed what counts here; nothing if there is
 * nothing to say. */
void hd_cover_builds_put(const struct hd_cover_builds *b, FILE *f);
/* "write pool.c:47 => read pool.c:25" */
void hd_cover_iroot_put(const struct hd_cover_iroot *r, FILE *f);
/* "pool.c:47", or "somewhere". */
void hd_cover_place_put(const struct hd_cover_op *op, FILE *f);
