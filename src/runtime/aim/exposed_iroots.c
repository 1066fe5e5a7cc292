/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/aim/exposed_iroots.h"

#include "runtime/common/full.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"

#define REPORTED (1u << 14)

/* Most are exposed again and again: this process remembers those that it has reported. */
static uint64_t reported[REPORTED];

static struct hd_wire_iroot *coverage_slot(uint64_t key)
{
	return hd_wire_iroot_slot(hd_rt.wire, key);
}

static bool coverage_put(uint64_t key, const struct hd_iroot *r)
{
	struct hd_wire_iroot *slot;
	bool is_new;

	hd_tables_lock();
	slot = coverage_slot(key); /* again: another worker may have been faster */
	is_new = slot && !slot->seen && (slot->key || !hd_is_full(HD_FULL_IROOTS, hd_rt.wire->exposed[0]));
	if (is_new) {
		slot->root = *r;
		slot->run = hd_rt.slot->current_run;
		slot->seen = 1;
		atomic_store_explicit(&slot->key, key, memory_order_release);
		hd_rt.wire->exposed[r->idiom]++;
		hd_rt.wire->exposed[0]++;
		hd_rt.slot->news++;
	}
	hd_tables_unlock();
	return is_new;
}

bool hd_coverage_has(uint64_t key)
{
	const struct hd_wire_iroot *slot = coverage_slot(key);

	return slot && slot->key == key;
}

bool hd_coverage_known(uint64_t key)
{
	const struct hd_wire_iroot *slot = coverage_slot(key);

	return slot && slot->key == key && slot->known;
}

bool hd_coverage_add(uint64_t key, const struct hd_iroot *r)
{
	const struct hd_wire_iroot *slot;

	if (reported[key % REPORTED] == key)
		return false;
	reported[key % REPORTED] = key;
	slot = coverage_slot(key);
	return slot && !slot->seen && coverage_put(key, r);
}
