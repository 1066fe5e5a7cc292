/* SPDX-License-Identifier: Apache-2.0
 *
 * Names for what operations touch: variables by their names, heap blocks by letters in the order in which the
 * report mentions them, and the rest by where it is. */
#pragma once

#include "report/build/build_state.h"

/* Malloc'ed names; NULL when there is no object. */
char *hd_object_name(struct hd_build *b, const struct hd_wire_place *place, uint64_t addr, uint64_t size);
char *hd_object_story(struct hd_build *b, const struct hd_wire_place *place);
void hd_list_blocks(struct hd_build *b);
