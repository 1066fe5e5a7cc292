/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/aim/aim_table.h"

#include "runtime/common/full.h"
#include "runtime/common/rt.h"

#define BUCKETS 65536u
_Static_assert(BUCKETS >= 2 * HD_MAX_AIMS, "half of the index is free");

static uint32_t *aim_index; /* a hash table over wire->aims: number plus one; kept over forks */

void hd_aims_init(void)
{
	aim_index = hd_keep_alloc(sizeof *aim_index * BUCKETS);
}

uint32_t hd_aim_count(void)
{
	return hd_wire_aims(hd_rt.wire);
}

static bool is_fresh_site(uint32_t site)
{
	const struct hd_wire *w = hd_rt.wire;

	return w->sites_before && site != HD_NO_SITE && site < HD_MAX_SITES &&
	       (site >= w->sites_before || w->sites[site].flags & HD_SITE_CHANGED);
}

bool hd_aim_is_fresh(const struct hd_wire_aim *x)
{
	uint32_t n = x->aim.kind == HD_AIM_IROOT ? x->aim.root.n : x->aim.nparts;

	for (uint32_t i = 0; i < n; i++)
		if (is_fresh_site(x->aim.kind == HD_AIM_IROOT ? x->aim.root.sites[i] : x->aim.parts[i].site))
			return true;
	return x->outdated;
}

/* The slot of the key in the index: with its number, or free. */
static uint32_t *index_slot(uint64_t key)
{
	uint32_t at = (uint32_t)(key >> 24) % BUCKETS;

	while (aim_index[at] && hd_rt.wire->aims[aim_index[at] - 1].key != key)
		at = (at + 1) % BUCKETS;
	return &aim_index[at];
}

struct hd_wire_aim *hd_aim_find(uint64_t key)
{
	uint32_t number = *index_slot(key);

	return number ? &hd_rt.wire->aims[number - 1] : NULL;
}

void hd_aims_look_again(void)
{
	static uint32_t indexed;

	for (; indexed < hd_aim_count(); indexed++)
		*index_slot(hd_rt.wire->aims[indexed].key) = indexed + 1;
}

struct hd_wire_aim *hd_aim_add(const struct hd_aim *aim, uint64_t key, uint32_t finding)
{
	uint32_t n = hd_aim_count();
	struct hd_wire_aim *x = &hd_rt.wire->aims[n < HD_MAX_AIMS ? n : 0];

	if (hd_is_full(HD_FULL_AIMS, n))
		return NULL;
	x->aim = *aim;
	x->key = key;
	x->finding = finding;
	atomic_store(&x->state, HD_AIM_UNTRIED);
	atomic_store(&hd_rt.wire->naims, n + 1);
	hd_aims_look_again();
	hd_aims_are_anew();
	return x;
}

void hd_aims_are_anew(void)
{
	atomic_fetch_add(&hd_rt.wire->aims_anew, 1);
}

bool hd_aims_none_since(const struct hd_aims_none *none)
{
	return none->known &&
	       none->anew == atomic_load_explicit(&hd_rt.wire->aims_anew, memory_order_acquire);
}

void hd_aims_look(struct hd_aims_none *none)
{
	none->known = false;
	none->anew = atomic_load_explicit(&hd_rt.wire->aims_anew, memory_order_acquire);
}

/* The one place where a state changes. Workers do so at the same time, and the later state wins. False: it
 * was there already, or further. */
static bool aim_advance(struct hd_wire_aim *x, enum hd_aim_state to)
{
	uint32_t now = atomic_load(&x->state);

	while (now < to)
		if (atomic_compare_exchange_weak(&x->state, &now, to))
			return true;
	return false;
}

bool hd_aim_predicted(struct hd_wire_aim *x)
{
	bool anew =
	    aim_advance(x, x->before && x->state == HD_AIM_REMEMBERED ? HD_AIM_TRIED : HD_AIM_UNTRIED);

	hd_aims_are_anew();
	return anew;
}

void hd_aim_exposed(struct hd_wire_aim *x)
{
	if (x->state != HD_AIM_REMEMBERED)
		aim_advance(x, HD_AIM_EXPOSED);
}

uint32_t hd_aim_tried(struct hd_wire_aim *x)
{
	aim_advance(x, HD_AIM_TRIED);
	return atomic_fetch_add(&x->attempts, 1);
}

void hd_aim_reached(struct hd_wire_aim *x, uint64_t run, bool failed)
{
	uint64_t none = 0;

	aim_advance(x, failed ? HD_AIM_FAILED : HD_AIM_REACHED);
	atomic_fetch_add(&x->reached, 1);
	atomic_compare_exchange_strong(&x->first_run, &none, run + 1);
}

void hd_aim_failed(struct hd_wire_aim *x)
{
	aim_advance(x, HD_AIM_FAILED);
}
