/* SPDX-License-Identifier: Apache-2.0
 *
 * How orders of operations are told in the sentence about a cause. */
#pragma once

#include "report/build/cause_choice.h"

/* "a.c:3 (thread 1 (teller) writes `balance`) runs between a.c:1 (reads `balance`) and a.c:2 (…) of thread 2"
 */
void hd_put_between(struct hd_build *b, FILE *f, const struct hd_between *x);
/* ", which waits at a.c:2 and does not look again", if the thread does that between the two. */
void hd_put_wait_without_look(struct hd_build *b, FILE *f, const struct hd_between *x);
/* "a.c:3 (thread 1 (teller) writes `balance`) runs before a.c:5 (thread 2 …)" */
void hd_put_order(struct hd_build *b, FILE *f, const struct hd_order_pair *x);
