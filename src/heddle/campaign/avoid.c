/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/avoid.h"

#include <string.h>

#include "wire/wire_check.h"

#define OFTEN 8 /* times that a failure happens before it is avoided */

/* The site of the search at this place; HD_NO_SITE: it knows none. */
static uint32_t site_at(const struct hd_wire *search, const char *module, uint64_t offset)
{
	for (uint32_t i = 0; i < hd_wire_sites(search); i++)
		if (hd_wire_has_site(search, i) && search->sites[i].offset == offset &&
		    !strncmp(search->modules[search->sites[i].module].path, module, HD_PATH_MAX))
			return i;
	return HD_NO_SITE;
}

/* The same site in another wire. */
static uint32_t same_site(const struct hd_wire *search, const struct hd_wire *replay, uint32_t site)
{
	if (site == HD_NO_SITE || !hd_wire_has_site(replay, site))
		return HD_NO_SITE;
	return site_at(search, replay->modules[replay->sites[site].module].path, replay->sites[site].offset);
}

static uint32_t site_of_step(const struct hd_wire *search, const struct hd_wire *replay, uint64_t step)
{
	uint64_t n = replay->workers[0].ntrace;

	for (uint64_t i = 0; i < n && i < HD_MAX_TRACE; i++)
		if (replay->workers[0].trace[i].step == step)
			return same_site(search, replay, replay->workers[0].trace[i].op.site);
	return HD_NO_SITE;
}

static void avoid(struct hd_wire *search, uint32_t hold, uint32_t until, size_t failure)
{
	uint32_t n = atomic_load(&search->navoided);

	if (n >= HD_MAX_AVOIDED || hold == HD_NO_SITE || until == HD_NO_SITE)
		return;
	search->avoided[n] =
	    (struct hd_wire_avoided){.hold = hold, .until = until, .failure = (uint32_t)failure};
	atomic_store(&search->navoided, n + 1);
}

void hd_avoid_learn(struct hd_wire *search, const struct hd_wire *replay,
		    const struct hd_decisive_list *decisive, size_t failure)
{
	for (size_t i = 0; i < decisive->n; i++) {
		const struct hd_decisive *d = &decisive->list[i];

		if (d->held)
			avoid(search, site_of_step(search, replay, d->hold),
			      d->ahead ? site_at(search, d->at.module, d->at.offset)
				       : site_of_step(search, replay, d->second),
			      failure);
	}
}

void hd_avoid_count(struct hd_wire *search, size_t failure, uint64_t count)
{
	uint32_t n = atomic_load(&search->navoided);

	for (uint32_t i = 0; count >= OFTEN && i < n && i < HD_MAX_AVOIDED; i++)
		if (search->avoided[i].failure == failure)
			atomic_store(&search->avoided[i].active, 1);
}
