/* SPDX-License-Identifier: Apache-2.0 */
#include "model/capacity.h"

#include <stddef.h>
#include <string.h>

const struct hd_capacity_info hd_capacities[HD_CAPACITIES] = {
#define HD_CAPACITY(id, most, what, lost) [HD_FULL_##id] = {#id, most, what, lost},
#include "model/capacity.def"
#undef HD_CAPACITY
};

void hd_capacity_name(enum hd_capacity c, char name[HD_CAPACITY_NAME])
{
	const char *id = hd_capacities[c].id;
	unsigned i = 0;

	for (; i < HD_CAPACITY_NAME - 1 && id[i]; i++)
		name[i] = id[i] == '_' ? '-' : (char)(id[i] | ('a' - 'A'));
	name[i] = '\0';
}

enum hd_capacity hd_capacity_named(const char *name)
{
	char other[HD_CAPACITY_NAME];
	unsigned i = 0;

	for (; i < HD_CAPACITIES; i++) {
		hd_capacity_name((enum hd_capacity)i, other);
		if (!strcmp(name, other))
			break;
	}
	return (enum hd_capacity)i;
}
