/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/avoid.h"

#include "heddle/workers/watched_orders.h"
#include "wire/wire_check.h"

#define OFTEN 8 /* times that a failure happens before it is avoided */

/* The same site in another wire. */
static uint32_t same_site(const struct hd_wire *search, const struct hd_wire *replay, uint32_t site)
{
	if (site == HD_NO_SITE || !hd_wire_has_site(replay, site))
		return HD_NO_SITE;
	return hd_wire_site_at(search, replay->modules[replay->sites[site].module].path,
			       replay->sites[site].offset);
}

static uint32_t site_of_step(const struct hd_wire *search, const struct hd_wire *replay, uint64_t step)
{
	uint64_t n = replay->workers[0].ntrace;

	for (uint64_t i = 0; i < n && i < HD_MAX_TRACE; i++)
		if (replay->workers[0].trace[i].step == step)
			return same_site(search, replay, replay->workers[0].trace[i].op.site);
	return HD_NO_SITE;
}

static bool is_avoided(const struct hd_wire *search, uint32_t n, uint32_t hold, uint32_t until)
{
	for (uint32_t i = 0; i < n; i++)
		if (search->avoided[i].hold == hold && search->avoided[i].until == until)
			return true;
	return false;
}

static void avoid(struct hd_wire *search, uint32_t hold, uint32_t until, size_t failure)
{
	uint32_t n = atomic_load(&search->navoided);

	if (n >= HD_MAX_AVOIDED || is_avoided(search, n, hold, until))
		return;
	search->avoided[n] =
	    (struct hd_wire_avoided){.hold = hold, .until = until, .failure = (uint32_t)failure};
	atomic_store(&search->navoided, n + 1);
}

/* Orders of two places, or only those of one place with itself. True: there are some. */
static bool avoid_all(struct hd_wire *search, const struct hd_wire *replay,
		      const struct hd_decisive_list *decisive, size_t failure, bool one_place)
{
	bool some = false;

	for (size_t i = 0; i < decisive->n; i++) {
		const struct hd_decisive *d = &decisive->list[i];
		uint32_t hold, until;

		if (!d->held)
			continue;
		hold = site_of_step(search, replay, d->hold);
		until = d->ahead ? hd_wire_site_at(search, d->at.module, d->at.offset)
				 : site_of_step(search, replay, d->second);
		if (hold == HD_NO_SITE || until == HD_NO_SITE || (hold == until) != one_place)
			continue;
		avoid(search, hold, until, failure);
		some = true;
	}
	return some;
}

/* Where threads do the same, one place with itself says little: each thread would wait for another one. */
void hd_avoid_learn(struct hd_wire *search, const struct hd_wire *replay,
		    const struct hd_decisive_list *decisive, size_t failure)
{
	if (!avoid_all(search, replay, decisive, failure, false))
		avoid_all(search, replay, decisive, failure, true);
}

void hd_avoid_count(struct hd_wire *search, size_t failure, uint64_t count)
{
	uint32_t n = atomic_load(&search->navoided);

	for (uint32_t i = 0; count >= OFTEN && i < n && i < HD_MAX_AVOIDED; i++)
		if (search->avoided[i].failure == failure)
			atomic_store(&search->avoided[i].active, 1);
}

/* A bit for each order that makes this failure and is avoided. */
static uint32_t orders_of(const struct hd_wire *search, size_t failure)
{
	uint32_t n = atomic_load(&search->navoided), orders = 0;

	for (uint32_t i = 0; i < n && i < HD_MAX_AVOIDED; i++)
		if (search->avoided[i].failure == failure && atomic_load(&search->avoided[i].active))
			orders |= 1U << i;
	return orders;
}

bool hd_avoid_has_other_cause(const struct hd_wire *search, const struct hd_wire_failure *f, size_t failure)
{
	uint32_t orders = orders_of(search, failure);

	return orders && (f->kept & orders) == orders;
}
