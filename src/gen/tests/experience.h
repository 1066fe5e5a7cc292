/* SPDX-License-Identifier: Apache-2.0
 *
 * What running tests has taught about each function: which arguments fail even in one thread alone, and which
 * functions and pairs of functions have been tested how often. */
#pragma once

#include "gen/driver/jobs.h"
#include "gen/model/model.h"

struct hd_tally {
	uint32_t good, bad; /* calls that ended well, and sequences that failed with it as their last call */
};

struct hd_experience {
	size_t nfunctions;
	struct hd_tally *functions;				     /* one each */
	struct hd_tally (*nulls)[HD_MODEL_PARAMS];		     /* NULL was passed for the parameter */
	struct hd_tally (*values)[HD_MODEL_PARAMS][HD_MODEL_VALUES]; /* that value was */
	uint64_t *pairs;  /* concurrent runs of tests with both functions: [smaller * nfunctions + larger] */
	uint32_t *limits; /* runs that a systematic search of a test with both may take */
	char **trouble;	  /* how the last sequence with each function failed, or NULL */
};

void hd_experience_init(struct hd_experience *e, const struct hd_model *m);
void hd_experience_term(struct hd_experience *e);

/* A sequence that ended with this call has run, and failed or not; `how` NULL: it did not fail. */
void hd_experience_call(struct hd_experience *e, const struct hd_model *m, const struct gen_call *call,
			const char *how);
/* Whether passing NULL, or the value with that index, is worth another try. */
bool hd_experience_null(const struct hd_experience *e, uint32_t function, unsigned param);
bool hd_experience_value(const struct hd_experience *e, uint32_t function, unsigned param, unsigned value);
/* The function fails whatever it is passed. */
bool hd_experience_hopeless(const struct hd_experience *e, uint32_t function);

void hd_experience_tested(struct hd_experience *e, uint32_t one, uint32_t other, uint64_t runs);
uint64_t hd_experience_runs(const struct hd_experience *e, uint32_t one, uint32_t other);

/* How many runs a systematic search of a test with both may take: it grows as long as searches do not come to
 * their end, up to a most. */
uint32_t hd_experience_limit(const struct hd_experience *e, uint32_t one, uint32_t other);
/* A search with that many runs at most has, or has not, come to its end. */
void hd_experience_searched(struct hd_experience *e, uint32_t one, uint32_t other, uint32_t limit,
			    bool exhausted);
