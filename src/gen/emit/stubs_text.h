/* SPDX-License-Identifier: Apache-2.0
 *
 * The C code through which the driver calls a library. */
#pragma once

#include "gen/model/model.h"

/* The file stubs.c: a stub for each function that can be used, and the tables of driver/stubs.h. */
void hd_stubs_write(const struct hd_model *m, FILE *f);
