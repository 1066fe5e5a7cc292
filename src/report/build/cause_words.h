/* SPDX-License-Identifier: Apache-2.0
 *
 * How an operation is told in the sentence about a cause. */
#pragma once

#include "report/build/cause_choice.h"

/* "writes"; NULL: there is no such word for this kind of operation. */
const char *hd_deed_verb(unsigned kind);
/* "a.c:3" */
void hd_put_side_place(struct hd_build *b, FILE *f, const struct hd_side *s);
/* "a.c:3 (writes `balance`", which the caller closes */
void hd_put_act(struct hd_build *b, FILE *f, const struct hd_side *s);
/* The same with the thread: "a.c:3 (thread 1 (teller) writes `balance`" */
void hd_put_act_of_thread(struct hd_build *b, FILE *f, const struct hd_side *s);
/* Where the thread failed: in the program's own source, if that is in its call stack. */
const struct hd_location *hd_cause_place(const struct hd_build *b);
/* Both are at the same line. */
bool hd_at_same_place(struct hd_build *b, const struct hd_side *x, const struct hd_side *y);
/* A destructor makes an object one of its own class: from here on, virtual functions are no longer those that
 * the object was made with. */
bool hd_begins_to_destroy(struct hd_build *b, const struct hd_wire_event *e);
