/* SPDX-License-Identifier: Apache-2.0
 *
 * From the store to the wire, before the workers start and while they run. */
#pragma once

#include "heddle/learnt/learnt_state.h"

void hd_learnt_fill(struct hd_learnt *l, struct hd_wire *wire);
/* While they run: which iRoots searches elsewhere have exposed since then, at sites that this one knows. */
void hd_learnt_refresh(struct hd_learnt *l, struct hd_wire *wire);
/* A text that is different for different builds of the file; to be freed. */
char *hd_learnt_build_text(const uint8_t *build_id, uint32_t len, const char *path);
