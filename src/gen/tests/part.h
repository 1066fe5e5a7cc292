/* SPDX-License-Identifier: Apache-2.0
 *
 * Parts of tests: calls in a row, and the objects that they make. A test is a prefix, which one thread runs,
 * and two or three suffixes, which as many threads run at the same time on the objects of the prefix. */
#pragma once

#include "gen/driver/jobs.h"
#include "gen/model/model.h"

#define HD_PREFIX_CALLS 12
#define HD_SUFFIX_CALLS 4
#define HD_OWN_SLOTS	8 /* objects that the calls of one part make */

struct hd_part {
	unsigned n;
	struct gen_call calls[HD_PREFIX_CALLS];
	unsigned first_slot; /* slots from here on are of this part, those below of the prefix */
	unsigned nslots;
	uint32_t objects[HD_OWN_SLOTS]; /* what is in each of them: index into model->objects */
	bool destroy[HD_OWN_SLOTS];	/* it was made, and is the caller's to destroy */
};

struct hd_test {
	uint32_t object; /* what the test is about: index into model->objects; HD_NO_OBJECT: the library */
	uint32_t shared; /* the slot of that object, which both threads use; HD_NO_OBJECT: none */
	struct hd_part prefix, suffix[GEN_THREADS]; /* the third one may be empty */
};

/* A slot of the test's own numbering: what is in it. `part` NULL: only the prefix. */
uint32_t hd_part_object(const struct hd_part *prefix, const struct hd_part *part, unsigned slot);
/* The part is one that follows this prefix. */
struct hd_part hd_part_after(const struct hd_part *prefix);

/* The test as data for the driver. The slots of the second suffix move behind those of the first. With
 * `observe` functions that only look are called at the end. */
void hd_test_job(const struct hd_model *m, const struct hd_test *t, bool observe, struct gen_job *job);

/* The orders in which the calls of all suffixes can come one after the other, as in gen_job.orders. At
 * most GEN_ORDERS, in *orders; how many. */
unsigned hd_test_orders(const struct hd_test *t, uint32_t *orders);
/* A test with these suffixes has no more than GEN_ORDERS orders. */
bool hd_test_has_few_orders(const struct hd_part *const *suffixes, unsigned n);
