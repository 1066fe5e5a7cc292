/* SPDX-License-Identifier: Apache-2.0
 *
 * Names for what operations touch: variables by their names, heap blocks by letters in the order in which the
 * report mentions them, and the rest by where it is. */
#pragma once

#include "report/build/build_state.h"

struct hd_object_part { /* of what an access touches */
	unsigned offset, size;
};

/* An access of several members, of at most 8 bytes, whose object has this name: where each of them is in it.
 * Returns how many there are; 0: it is of one thing, or they are not known. */
unsigned hd_object_parts(struct hd_build *b, const struct hd_wire_event *e, const char *object,
			 struct hd_object_part *parts);

/* Malloc'ed names; NULL when there is no object. */
char *hd_object_name(struct hd_build *b, const struct hd_wire_place *place, uint64_t addr, uint64_t size);
char *hd_object_story(struct hd_build *b, const struct hd_wire_place *place);
void hd_list_blocks(struct hd_build *b);
