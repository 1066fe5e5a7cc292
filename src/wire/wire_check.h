/* SPDX-License-Identifier: Apache-2.0
 *
 * The one validation of the wire. Controller and runtime agree on its layout before they use it. And the
 * program under test may have written over it: what the controller takes from there goes through these
 * functions, and nothing goes further that could lead out of bounds. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/wire.h"

/* ---- the layout ---- */

/* Fills in what tells a wire from other memory, in memory that is all zero. */
void hd_wire_init(struct hd_wire *wire, unsigned nworkers);
/* Why `size` bytes of memory are not the wire of this worker, as a sentence; NULL: they are. */
const char *hd_wire_refused(const struct hd_wire *wire, size_t size, unsigned worker);

/* ---- counts, never more than the table holds ---- */

uint32_t hd_wire_modules(const struct hd_wire *wire);
uint32_t hd_wire_sites(const struct hd_wire *wire);
uint32_t hd_wire_findings(const struct hd_wire *wire);
uint32_t hd_wire_sources(const struct hd_wire *wire);

/* The site is known, and so is its module. */
bool hd_wire_has_site(const struct hd_wire *wire, uint32_t site);

/* ---- records ---- */

/* Nothing is known of a place of an unknown kind. */
void hd_wire_check_place(struct hd_wire_place *p);
/* False: the event makes no sense. */
bool hd_wire_check_event(struct hd_wire_event *e);
/* A copy of a worker's failure in which every count and index is in range and every string ends. Threads that
 * make no sense are left out. */
void hd_wire_take_failure(const struct hd_wire *wire, unsigned worker, struct hd_wire_failure *out);
