/* SPDX-License-Identifier: Apache-2.0
 *
 * From the store to the wire, before the workers start. */
#pragma once

#include "heddle/learnt/learnt_state.h"

void hd_learnt_fill(struct hd_learnt *l, struct hd_wire *wire);
/* A text that is different for different builds of the file; to be freed. */
char *hd_learnt_build_text(const uint8_t *build_id, uint32_t len, const char *path);
