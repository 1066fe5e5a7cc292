/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/watched_orders.h"

#include <string.h>

#include "wire/wire_check.h"

uint32_t hd_wire_site_at(const struct hd_wire *wire, const char *module, uint64_t offset)
{
	for (uint32_t i = 0; i < hd_wire_sites(wire); i++)
		if (hd_wire_has_site(wire, i) && wire->sites[i].offset == offset &&
		    !strncmp(wire->modules[wire->sites[i].module].path, module, HD_PATH_MAX))
			return i;
	return HD_NO_SITE;
}

/* The same place in the other wire, which gets a site for it. HD_NO_SITE: no run there comes to that module.
 */
static uint32_t same_place(const struct hd_wire *from, uint32_t site, struct hd_wire *to)
{
	const struct hd_wire_site *s = &from->sites[site];
	const char *path;
	uint32_t found;

	if (!hd_wire_has_site(from, site))
		return HD_NO_SITE;
	path = from->modules[s->module].path;
	found = hd_wire_site_at(to, path, s->offset);
	for (uint32_t m = 0; found == HD_NO_SITE && m < to->nmodules && to->nsites < HD_MAX_SITES; m++)
		if (!strncmp(to->modules[m].path, path, HD_PATH_MAX)) {
			found = to->nsites++;
			to->sites[found].module = m;
			to->sites[found].offset = s->offset;
		}
	return found;
}

void hd_watched_orders_send(const struct hd_watched_orders *orders, struct hd_wire *to)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < HD_MAX_AVOIDED; i++) {
		const struct hd_wire_avoided *a;
		uint32_t hold, until;

		if (!(orders->which & 1U << i))
			continue;
		a = &orders->search->avoided[i];
		hold = same_place(orders->search, a->hold, to);
		until = same_place(orders->search, a->until, to);
		if (hold == HD_NO_SITE || until == HD_NO_SITE)
			continue;
		to->avoided[n++] = (struct hd_wire_avoided){
		    .hold = hold, .until = until, .failure = a->failure, .active = 1};
	}
	atomic_store(&to->navoided, n);
}
