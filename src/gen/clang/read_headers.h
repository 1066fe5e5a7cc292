/* SPDX-License-Identifier: Apache-2.0
 *
 * Reads headers as a compiler does, by libclang. */
#pragma once

#include "gen/api/api.h"

struct hd_read_request {
	char *const *headers;
	size_t nheaders;
	char *const *flags; /* of the compiler */
	size_t nflags;
};

/* Fills *a. NULL, or a sentence about why the headers cannot be read (to be freed). */
char *hd_read_headers(const struct hd_read_request *request, struct hd_api *a);
