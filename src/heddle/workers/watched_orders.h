/* SPDX-License-Identifier: Apache-2.0
 *
 * A replay, or an experiment with a schedule, is watched for the orders of operations that make other
 * failures of a search (wire.h: hd_wire_avoided), so that failures which look alike and have different causes
 * are told apart: hd_wire_failure.kept says which of them did not happen. */
#pragma once

#include "wire/wire.h"

struct hd_watched_orders {
	const struct hd_wire *search;
	uint32_t which; /* a bit for each of its avoided[]; 0: none */
};

/* The site of the wire at this place of a module, by its path; HD_NO_SITE: it knows none. */
uint32_t hd_wire_site_at(const struct hd_wire *wire, const char *module, uint64_t offset);
/* `to` has the modules and sites of a schedule, and no worker yet. */
void hd_watched_orders_send(const struct hd_watched_orders *orders, struct hd_wire *to);
