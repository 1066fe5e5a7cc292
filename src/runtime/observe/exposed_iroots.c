/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/exposed_iroots.h"

#include "runtime/aim/aim_iroots.h"
#include "runtime/common/full.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"

#define KNOWN (1u << 14)

/* Most are exposed again and again: this process remembers those that it has reported. */
static uint64_t known[KNOWN];

static struct hd_wire_iroot *slot_of(uint64_t key)
{
	return hd_wire_iroot_slot(hd_rt.wire, key);
}

static void add(uint64_t key, const struct hd_iroot *r)
{
	struct hd_wire_iroot *slot;

	hd_tables_lock();
	slot = slot_of(key); /* again: another worker may have been faster */
	if (slot && !slot->seen && (slot->key || !hd_is_full(HD_FULL_IROOTS, hd_rt.wire->exposed[0]))) {
		if (!slot->known)
			hd_aim_iroots_news();
		slot->root = *r;
		slot->run = hd_rt.slot->current_run;
		slot->seen = 1;
		atomic_store_explicit(&slot->key, key, memory_order_release);
		hd_rt.wire->exposed[r->idiom]++;
		hd_rt.wire->exposed[0]++;
	}
	hd_tables_unlock();
}

bool hd_coverage_has(uint64_t key)
{
	const struct hd_wire_iroot *slot = slot_of(key);

	return slot && slot->key == key;
}

bool hd_coverage_known(uint64_t key)
{
	const struct hd_wire_iroot *slot = slot_of(key);

	return slot && slot->key == key && slot->known;
}

void hd_coverage_exposed(void *to, const struct hd_iroot *r)
{
	uint64_t key = hd_iroot_key(r);
	const struct hd_wire_iroot *slot;

	(void)to;
	hd_aim_iroots_exposed(key);
	if (known[key % KNOWN] == key)
		return;
	known[key % KNOWN] = key;
	slot = slot_of(key);
	if (slot && !slot->seen)
		add(key, r);
}
