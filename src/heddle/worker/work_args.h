/* SPDX-License-Identifier: Apache-2.0
 *
 * The arguments of a unit's program. Its input is on each machine where that has put it, so the store has a
 * mark in its place. */
#pragma once

#include <stdbool.h>

#include "heddle/cc/cc_words.h"
#include "store/work.h"

#define HD_WORK_MARK "@@" /* in arguments: here goes the path of the unit's input */

/* The word with this path in the place of each mark; to be freed. */
char *hd_work_with_input(const char *word, const char *input);
void hd_work_add_list(struct hd_words *to, struct hd_work_words list);
/* `input`: the path of the unit's input on this machine, or NULL: it has none. */
void hd_work_add_args(struct hd_words *to, const struct hd_work_unit *u, const char *input);
/* The unit has an input, and no argument has the mark: it is the standard input. */
bool hd_work_reads_input(const struct hd_work_unit *u);
