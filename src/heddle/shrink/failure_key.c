/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/failure_key.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/rng.h"
#include "heddle/learnt/deadlock_cycle.h"
#include "wire/wire_check.h"

static uint64_t hash_text(const char *s, size_t most)
{
	uint64_t h = 0;

	for (size_t i = 0; i < most && s[i]; i++)
		h = hd_mix64(h ^ (uint8_t)s[i]);
	return h;
}

/* A number for the place itself. */
static uint32_t place_number(const struct hd_wire *wire, uint32_t site)
{
	const struct hd_wire_site *s = &wire->sites[site];

	if (!hd_wire_has_site(wire, site))
		return 0;
	return (uint32_t)hd_mix64(hash_text(wire->modules[s->module].path, HD_PATH_MAX) ^ s->offset);
}

/* The same failure with places instead of sites. To be freed. */
static struct hd_wire_failure *with_places(const struct hd_wire *wire, const struct hd_wire_failure *from)
{
	struct hd_wire_failure *f = hd_new(1, sizeof(*f));

	*f = *from;
	f->site = place_number(wire, f->site);
	f->place.free_site = place_number(wire, f->place.free_site);
	for (uint32_t i = 0; i < f->nthreads; i++) {
		struct hd_wire_thread *t = &f->threads[i];

		t->op.site = place_number(wire, t->op.site);
		for (unsigned k = 0; k < t->nstack; k++)
			t->stack[k] = place_number(wire, t->stack[k]);
	}
	return f;
}

static uint64_t thread_key(const struct hd_wire_thread *t)
{
	uint64_t h = t->state == HD_THREAD_BLOCKED ? hd_mix64(t->op.site ^ ((uint64_t)t->op.kind << 32)) : 1;

	for (unsigned i = 0; i < t->nstack; i++)
		h = hd_mix64(h ^ t->stack[i]);
	return h;
}

/* Where the threads wait that wait for more than the end of another; in any order. */
static uint64_t waits_key(const struct hd_wire_failure *f)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < f->nthreads; i++)
		if (f->threads[i].state == HD_THREAD_BLOCKED && f->threads[i].op.kind != HD_JOIN)
			sum += thread_key(&f->threads[i]);
	return sum;
}

static uint64_t failing_thread_key(const struct hd_wire_failure *f)
{
	for (uint32_t i = 0; i < f->nthreads; i++)
		if (f->threads[i].tid == f->tid)
			return thread_key(&f->threads[i]);
	return 0;
}

static uint64_t details_key(const struct hd_wire_failure *f)
{
	uint64_t cycle = hd_deadlock_cycle_of(f);

	switch (f->outcome) {
	case HD_OUT_DEADLOCK:
		return cycle ? cycle : waits_key(f);
	case HD_OUT_LOST_WAKEUP:
	case HD_OUT_LIVELOCK:
		return waits_key(f);
	case HD_OUT_ASSERT:
	case HD_OUT_ABORT:
		return failing_thread_key(f) ^ hash_text(f->message, sizeof(f->message));
	case HD_OUT_USE_AFTER_FREE:
	case HD_OUT_DOUBLE_FREE:
		return failing_thread_key(f) ^ hd_mix64(f->place.free_site);
	default:
		return failing_thread_key(f);
	}
}

uint64_t hd_failure_key(const struct hd_wire *wire, const struct hd_wire_failure *from)
{
	struct hd_wire_failure *f = with_places(wire, from);
	uint64_t key = hd_mix64(f->outcome ^ ((uint64_t)f->code << 32)) ^ details_key(f);

	if (f->outcome != HD_OUT_LIVELOCK) /* any of its threads may have been the last to spin */
		key = hd_mix64(key ^ f->site);
	if (f->kept)
		key ^= hd_mix64(f->kept);
	free(f);
	return key;
}
