/* SPDX-License-Identifier: Apache-2.0
 *
 * Which steps of the report are marked as those that matter most: the ones that the sentence about its cause
 * is about. */
#pragma once

#include "report/build/cause_choice.h"

void hd_unmark_all(struct hd_build *b);
void hd_mark_side(struct hd_build *b, const struct hd_side *s);
void hd_mark_between(struct hd_build *b, const struct hd_between *x);
void hd_mark_order(struct hd_build *b, const struct hd_order_pair *x);
