/* SPDX-License-Identifier: Apache-2.0
 *
 * What should have kept two threads apart that come between each other, and has not: the cause, where the
 * data that they share shows only the harm. */
#pragma once

#include "report/build/cause_choice.h"

/* A look and a store by which the two threads of `of` were to be kept apart, and are not: the other one
 * comes in between. */
bool hd_choose_guard(const struct hd_build *b, const struct hd_decisive_list *l, const struct hd_between *of,
		     struct hd_between *out);
/* A look by which the thread in the middle of `of` goes on, before the other one changes that. Where `of` is
 * refuted, no run is known that passes with both; where it is not, both operations are atomic, or
 * the look was in an earlier critical section. */
bool hd_choose_look(const struct hd_build *b, const struct hd_decisive_list *l, const struct hd_between *of,
		    struct hd_between *out);
/* A third thread gives back what keeps the two apart, before one of them takes it. */
bool hd_choose_release(const struct hd_build *b, const struct hd_decisive_list *l,
		       const struct hd_between *of, struct hd_order_pair *out);
