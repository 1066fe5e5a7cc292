/* SPDX-License-Identifier: Apache-2.0
 *
 * What a systematic search has proved when it is over, and why it may have proved nothing. */
#pragma once

#include <stdbool.h>

#include "heddle/campaign/campaign_state.h"
#include "report/json/campaign_json.h"
#include "strategy/systematic/frontier.h"

/* What the strategy reports about its progress. False: the strategy does not try everything. To be freed with
 * hd_proof_term. */
bool hd_proof_look(const struct hd_campaign *c, struct hd_summary_proof *p);
void hd_proof_term(struct hd_summary_proof *p);

/* What is true of the search as a whole, for one that will go on with it: the runs of this one are added.
 * False: that is not worth it. */
bool hd_proof_keep(const struct hd_campaign *c, struct hd_search_facts *facts);

/* It is certain that the search has tried everything within the bound. */
bool hd_proof_holds(const struct hd_campaign *c);
/* The share of the search tree that has been tried, estimated; < 0: the strategy does not try everything. */
double hd_proof_explored(const struct hd_campaign *c);
/* There is a sentence for people. */
bool hd_proof_is_given(const struct hd_campaign *c);
/* The sentence for people, if there is one. */
void hd_proof_tell(const struct hd_campaign *c, FILE *f);
