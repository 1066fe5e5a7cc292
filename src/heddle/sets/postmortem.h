/* SPDX-License-Identifier: Apache-2.0
 *
 * The conflict graph and the patterns over a recorded log: the findings that the runs would have given had
 * they been looked at while they happened. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "wire/wire.h"

struct hd_postmortem {
	struct hd_wire *wire; /* modules, sites and findings */
	uint64_t runs, accesses;
	const char *error; /* NULL, or what is wrong with the log */
};

/* All of a file. */
struct hd_postmortem hd_postmortem(const uint8_t *log, size_t size);
void hd_postmortem_term(struct hd_postmortem *p);
