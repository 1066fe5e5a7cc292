/* SPDX-License-Identifier: Apache-2.0
 *
 * What a cause is called, and its usual remedy: by the kinds of its operations and by what the thread does
 * between them. */
#pragma once

#include "report/build/cause_choice.h"

/* Both name b->report's pattern, and the remedy if one is known. */
void hd_name_between(struct hd_build *b, const struct hd_between *x);
/* Where the thread waits between the two without another look at what it waits for; NULL: it does not. */
const struct hd_wire_event *hd_wait_without_look(struct hd_build *b, const struct hd_between *x);
void hd_name_order(struct hd_build *b, const struct hd_order_pair *x);
/* A lock made by hand is given back, and then another thread gets it. */
void hd_name_release(struct hd_build *b, const struct hd_order_pair *x);
