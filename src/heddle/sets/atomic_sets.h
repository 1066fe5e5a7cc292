/* SPDX-License-Identifier: Apache-2.0
 *
 * Atomic sets, the controller's part: before the search, what debug information and declarations say of the
 * program; afterwards, names for what was inferred. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "model/sets/layout.h"
#include "symbol/program_layout.h"
#include "symbol/symbol.h"
#include "wire/wire.h"

struct hd_atomic_sets {
	const struct hd_wire *wire; /* where what is inferred comes from */
	struct hd_layout *layout;   /* our own: the one on the wire can be overwritten. NULL: not looked at */
	struct hd_layout_names *names;
};

/* Read what the program says; `project` is a file with declarations, or NULL. 0, or HD_EXIT_TROUBLE after a
 * sentence. */
int hd_atomic_sets_init(struct hd_atomic_sets *a, const char *program, const char *project);
void hd_atomic_sets_term(struct hd_atomic_sets *a);
/* Before the workers start. */
void hd_atomic_sets_send(struct hd_atomic_sets *a, struct hd_wire *wire);
/* For hd_symbols_name_heap(). */
bool hd_atomic_sets_heap(const void *sets, const char *module, const struct hd_heap_part *part, char **type,
			 char **member);

/* The kind of objects with this key; NULL: there is none. */
const struct hd_kind *hd_kind_with(const struct hd_wire *wire, uint64_t key);
/* `bank`, `struct account`; to be freed. */
char *hd_kind_name(const struct hd_atomic_sets *a, const struct hd_wire *wire, const struct hd_kind *k);
/* `savings`, `+16`: what is at an offset of an object of the kind; to be freed. */
char *hd_kind_member_name(const struct hd_atomic_sets *a, const struct hd_kind *k, uint64_t offset);
