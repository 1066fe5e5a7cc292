/* SPDX-License-Identifier: Apache-2.0 */
#include "static/filter.h"

#include <string.h>

const char *const hd_filter_text[HD_FILTERS] = {
#define HD_FILTER(id, name) name,
#include "model/static/filters.def"
#undef HD_FILTER
};

unsigned hd_filter_named(const char *name)
{
	for (unsigned i = 0; i < HD_FILTERS; i++)
		if (!strcmp(name, hd_filter_text[i]))
			return 1u << i;
	return 0;
}
