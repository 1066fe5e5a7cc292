/* SPDX-License-Identifier: Apache-2.0
 *
 * The filters that are in use, as a bit set. model/static/filters.def lists them. */
#pragma once

enum hd_filter {
#define HD_FILTER(id, name) HD_FILTER_NUMBER_##id,
#include "model/static/filters.def"
#undef HD_FILTER
	HD_FILTERS
};

enum {
#define HD_FILTER(id, name) HD_FILTER_##id = 1u << HD_FILTER_NUMBER_##id,
#include "model/static/filters.def"
#undef HD_FILTER
	HD_FILTER_ALL = (1u << HD_FILTERS) - 1
};

extern const char *const hd_filter_text[HD_FILTERS];
/* The bit of a filter by its name, 0: there is none of that name. */
unsigned hd_filter_named(const char *name);
