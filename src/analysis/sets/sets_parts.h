/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of sets.h's inference have of each other. Private to them. */
#pragma once

#include "analysis/sets/sets.h"

/* sets_kind.c: what is learnt. */
uint32_t hd_kind_of(struct hd_sets *s, const struct hd_sets_block *b, uint64_t size);
/* The elements of a member of the kind's objects. */
uint32_t hd_kind_part(struct hd_sets *s, uint32_t of, const struct hd_layout_field *f);
struct hd_kind_member *hd_kind_member(struct hd_sets *s, uint32_t kind, uint64_t offset, uint64_t size);
struct hd_unit_reason {
	enum hd_unit_why why;
	uint32_t type;	/* HD_WHY_PARAMETER: which one its parameter points to */
	uint32_t split; /* where it waited half-way; 0: it did not              */
};
void hd_kind_note_unit(struct hd_sets *s, uint32_t kind, uint32_t function, struct hd_unit_reason reason);
/* Set bits that were not set: true if that is news. */
bool hd_learn(struct hd_sets *s, _Atomic uint32_t *flags, uint32_t bits);
void hd_learn_function(struct hd_sets *s, uint32_t function, uint32_t bits);
uint32_t hd_learnt(const struct hd_sets *s, uint32_t function);
/* Functions of the file touch objects like this one. */
void hd_learn_file(struct hd_sets *s, const struct hd_sets_object *o, uint32_t file);
bool hd_file_touches(const struct hd_sets *s, const struct hd_sets_object *o, uint32_t file);

/* sets_unit.c: which frame of the stack is the unit; -1: there is none, the access stands for itself. */
int hd_unit_frame(struct hd_sets *s, struct hd_sets_thread *t, const struct hd_sets_object *o,
		  enum hd_unit_why *why);
struct hd_sets_thread *hd_sets_thread(struct hd_sets *s, hd_tid tid);
const struct hd_layout_function *hd_function(const struct hd_sets *s, uint32_t function);

/* sets_own.c: find out what the object belongs to, before its first access that counts. */
void hd_settle_owner(struct hd_sets *s, struct hd_sets_thread *t, struct hd_sets_object *o,
		     const struct hd_sets_block *b);
/* The unit touches the object; has it come through its owner? */
void hd_check_owner(struct hd_sets *s, struct hd_sets_frame *unit, const struct hd_sets_object *o,
		    uint32_t set);

/* sets.c */
struct hd_sets_leaf *hd_sets_leaf_at(struct hd_sets *s, const struct hd_sets_thread *t, uint64_t addr);
struct hd_sets_block *hd_sets_block_at(struct hd_sets *s, uint64_t addr);
