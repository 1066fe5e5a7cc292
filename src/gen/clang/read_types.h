/* SPDX-License-Identifier: Apache-2.0
 *
 * The types of a declaration, taken over from libclang. */
#pragma once

#include <clang-c/Index.h>

#include "gen/api/api.h"

struct hd_type_reader {
	struct hd_api *api;
	bool (*is_own)(const void *data, CXCursor declaration); /* in a header that was asked for */
	const void *data;
};

/* The index of the type in r->api->types; each is there once. */
unsigned hd_read_type(const struct hd_type_reader *r, CXType type);
