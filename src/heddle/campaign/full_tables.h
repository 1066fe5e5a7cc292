/* SPDX-License-Identifier: Apache-2.0
 *
 * Which of the tables of fixed size (model/capacity.def) were full in a search, told to the user. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "wire/wire.h"

/* A set of HD_FULL_BIT. */
uint64_t hd_full_tables(const struct hd_wire *wire);
/* A line for each of them. */
void hd_full_tables_tell(const struct hd_wire *wire, FILE *out);
