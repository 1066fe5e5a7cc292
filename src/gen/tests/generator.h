/* SPDX-License-Identifier: Apache-2.0
 *
 * Which test comes next (Pradel and Gross, PLDI 2012, for C). Prefixes and suffixes are grown call by call;
 * each is run in one thread alone before it is used, and one that fails is dropped. We differ: candidates and
 * tests are handed out by batches and not one at a time; among ready tests, those whose pair of functions was
 * run least go first. */
#pragma once

#include "gen/tests/compose.h"

enum hd_candidate_kind {
	HD_CANDIDATE_PREFIX, /* test.prefix alone is new           */
	HD_CANDIDATE_SUFFIX, /* test.suffix[0] is new              */
	HD_CANDIDATE_TEST    /* all parts are good: run it concurrently */
};

struct hd_candidate {
	enum hd_candidate_kind kind;
	uint32_t round;	 /* it belongs to: of no use in another one */
	uint32_t prefix; /* that a suffix or test is of */
	struct hd_test test;
};

struct hd_prefix {
	uint32_t object, shared;
	struct hd_part part;
	struct hd_part *suffixes;
	size_t nsuffixes, capacity;
};

struct hd_ready {
	uint32_t prefix, suffix[GEN_THREADS]; /* the last one HD_NO_OBJECT: two threads */
};

struct hd_generator {
	struct hd_composer composer;
	uint32_t *objects; /* that tests are about; HD_NO_OBJECT: the library as a whole */
	size_t nobjects;
	bool *usable; /* functions that suffixes may call */
	uint32_t round;
	unsigned round_tests, failures; /* of this round: tests, and times that nothing came of it */
	struct hd_prefix *prefixes;
	size_t nprefixes;
	struct hd_ready *ready;
	size_t nready, ready_capacity;
};

/* `objects` and `usable` are the caller's, and stay. */
void hd_generator_init(struct hd_generator *g, const struct hd_model *m, struct hd_experience *e,
		       uint64_t seed, uint32_t *objects, size_t nobjects, bool *usable);
void hd_generator_term(struct hd_generator *g);

/* What to run next. False: this time nothing came of it; it may the next time. */
bool hd_generator_next(struct hd_generator *g, struct hd_candidate *out);
/* A prefix or suffix has run alone without failing. */
void hd_generator_accept(struct hd_generator *g, const struct hd_candidate *candidate);
