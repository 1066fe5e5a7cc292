/* SPDX-License-Identifier: Apache-2.0 */
#include "wire/wire.h"

#include <stddef.h>

#include "base/assert.h"

_Static_assert(sizeof(struct hd_step) == 8, "a schedule step is 8 bytes");
_Static_assert(offsetof(struct hd_wire, workers) % 4096 == 0, "workers start on a page");

size_t hd_wire_size(unsigned nworkers)
{
	return sizeof(struct hd_wire) + nworkers * sizeof(struct hd_wire_worker);
}

void hd_wire_share_site(struct hd_wire *wire, uint32_t site)
{
	struct hd_wire_site *s = &wire->sites[site];
	uint32_t n = atomic_load_explicit(&wire->shared_sites, memory_order_relaxed) + 1;

	HD_ASSERT(site != HD_NO_SITE && site < HD_MAX_SITES, "site %u", site);
	if (atomic_load_explicit(&s->flags, memory_order_relaxed) & HD_SITE_SHARED)
		return;
	atomic_store_explicit(&s->learnt, n, memory_order_relaxed);
	atomic_fetch_or_explicit(&s->flags, HD_SITE_SHARED, memory_order_relaxed);
	atomic_store_explicit(&wire->shared_sites, n, memory_order_release);
}

struct hd_wire_iroot *hd_wire_iroot_slot(struct hd_wire *wire, uint64_t key)
{
	uint32_t at = (uint32_t)(key >> 20) % HD_IROOT_SLOTS;

	HD_ASSERT(key, "an empty slot has key 0");
	for (uint32_t probe = 0; probe < HD_IROOT_SLOTS; probe++, at = (at + 1) % HD_IROOT_SLOTS) {
		uint64_t there = atomic_load_explicit(&wire->iroots[at].key, memory_order_acquire);

		if (there == key || !there)
			return &wire->iroots[at];
	}
	return NULL;
}

uint32_t hd_wire_aims(const struct hd_wire *wire)
{
	uint32_t n = wire->naims;

	return n < HD_MAX_AIMS ? n : HD_MAX_AIMS;
}
