/* SPDX-License-Identifier: Apache-2.0
 *
 * Kinds of objects and what is learnt about them. Several workers write at the same time, and the program
 * under test can write there too: slots are claimed by their key, and no index is trusted. */
#pragma once

#include "analysis/sets/sets_state.h"

/* Set bits that were not set: true if that is news. */
bool hd_learn(struct hd_sets *s, _Atomic uint32_t *flags, uint32_t bits);
void hd_learn_function(struct hd_sets *s, uint32_t function, uint32_t bits);
uint32_t hd_learnt(const struct hd_sets *s, uint32_t function);
/* What is learnt. */
uint32_t hd_kind_of(struct hd_sets *s, const struct hd_sets_block *b, uint64_t size);
/* The elements of a member of the kind's objects. */
uint32_t hd_kind_part(struct hd_sets *s, uint32_t of, const struct hd_layout_field *f);
struct hd_kind_member *hd_kind_member(struct hd_sets *s, uint32_t kind, uint64_t offset, uint64_t size);
void hd_kind_note_unit(struct hd_sets *s, uint32_t kind, uint32_t function, struct hd_unit_reason reason);
/* Functions of the file touch objects like this one. */
void hd_learn_file(struct hd_sets *s, const struct hd_sets_object *o, uint32_t file);
bool hd_file_touches(const struct hd_sets *s, const struct hd_sets_object *o, uint32_t file);
