/* SPDX-License-Identifier: Apache-2.0
 *
 * Where in the source the sites of a search are, and which places of the static analysis that is. They meet
 * by file, line, column and operation. */
#pragma once

#include "model/static/pairs.h"
#include "symbol/symbol.h"
#include "wire/wire.h"

struct hd_seen_place {
	const struct hd_source_frame *frame; /* NULL: not known */
};

struct hd_seen_places {
	struct hd_seen_place *sites; /* by number of the site */
	uint32_t n;
	const struct hd_pairs *pairs;
	uint32_t *order; /* places, sorted by where they are */
	uint32_t *same;	 /* by place: the first one that is at the same position with the same operation */
	unsigned char *executed; /* by place: some site is there */
};

void hd_seen_places_init(struct hd_seen_places *s, const struct hd_wire *wire, struct hd_symbols *symbols);
void hd_seen_places_term(struct hd_seen_places *s);
/* From now on, sites are places of this analysis. */
void hd_seen_places_match(struct hd_seen_places *s, const struct hd_pairs *pairs);

/* The place of an operation at a site; UINT32_MAX: there is none. */
uint32_t hd_seen_place_of(const struct hd_seen_places *s, uint32_t site, unsigned kind);
/* The place that stands for all that are where this one is. */
uint32_t hd_seen_place_same(const struct hd_seen_places *s, uint32_t place);
/* Whether a run has come to the place. */
bool hd_seen_place_executed(const struct hd_seen_places *s, uint32_t place);
/* "write account.c:23:5 deposit", malloc'ed. */
char *hd_seen_place_words(const struct hd_seen_places *s, uint32_t site, unsigned kind);
