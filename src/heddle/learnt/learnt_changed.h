/* SPDX-License-Identifier: Apache-2.0
 *
 * Which functions has a new build of the program changed? The store has the source text of each function that
 * sites are in, as a number. What was exposed and tried in a function before it was changed does not count
 * any more, and is tried first. A macro or a type that is declared elsewhere is no part of the text. */
#pragma once

#include "heddle/learnt/learnt_state.h"
#include "symbol/spot.h"

/* The texts of the module's functions are those of this build: the store has it. */
void hd_learnt_know_codes(struct hd_learnt *l, uint32_t module, const char *name);
/* The module is a build that the store does not have: which functions have another text now? */
void hd_learnt_compare_codes(struct hd_learnt *l, const char *name, const char *path);
/* What was there before has changed. */
bool hd_learnt_is_changed(const struct hd_learnt *l, const char *name, const struct hd_spot *spot);

/* The function is to be put into the store, if it is not there. */
void hd_learnt_note_code(struct hd_learnt *l, const char *name, const char *path, const struct hd_spot *spot);
void hd_learnt_put_codes(struct hd_learnt *l);
/* Nothing of that got there. */
void hd_learnt_forget_codes(struct hd_learnt *l);
void hd_learnt_free_codes(struct hd_learnt *l);

/* The names of the functions that were changed, and how many; the list is to be freed, the names are not. */
size_t hd_learnt_changed(const struct hd_learnt *l, const char ***names);
