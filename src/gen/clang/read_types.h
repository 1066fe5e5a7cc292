/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of a declaration, taken over from libclang. */
#pragma once

#include <clang-c/Index.h>

#include "gen/api/api.h"

/* The index of the type in a->types; each is there once. */
unsigned hd_read_type(struct hd_api *a, CXType type);
