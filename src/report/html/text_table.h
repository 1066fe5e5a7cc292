/* SPDX-License-Identifier: Apache-2.0
 *
 * Texts that are written once, and numbers that stand for them. */
#pragma once

#include <jansson.h>

struct hd_text_table {
	json_t *list;  /* the texts, in the order of their numbers */
	json_t *known; /* their numbers, by text                   */
};

void hd_text_table_begin(struct hd_text_table *t);
/* The number of a text, from 1 on; 0 for NULL. */
json_int_t hd_text_number(struct hd_text_table *t, const char *text);
/* The list, which is the caller's now; the table is gone. */
json_t *hd_text_table_end(struct hd_text_table *t);
