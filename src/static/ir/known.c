/* SPDX-License-Identifier: Apache-2.0 */
#include "static/ir/known.h"

#include <stdlib.h>
#include <string.h>

#include "model/event.h"

#define HD_SYNC(name, event, object, with)    {#name, 0, 0, HD_##event, object, with, 0},
#define HD_ATTEMPT(name, event, object, with) {#name, 0, 0, HD_##event, object, with, HD_MAY_FAIL},
#define HD_MEMORY(name, reads, writes, also)  {#name, reads, writes, HD_NONE, -1, -1, also},
static struct hd_known_function known[] = {
#include "static/ir/known.def"
};
#undef HD_SYNC
#undef HD_ATTEMPT
#undef HD_MEMORY

#define KNOWN (sizeof known / sizeof known[0])

static int compare_known(const void *a, const void *b)
{
	return strcmp(((const struct hd_known_function *)a)->name,
		      ((const struct hd_known_function *)b)->name);
}

const struct hd_known_function *hd_known_function(const char *name)
{
	static bool sorted;
	struct hd_known_function wanted = {.name = name};

	if (!sorted)
		qsort(known, KNOWN, sizeof known[0], compare_known);
	sorted = true;
	return bsearch(&wanted, known, KNOWN, sizeof known[0], compare_known);
}
