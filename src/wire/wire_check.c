/* SPDX-License-Identifier: Apache-2.0 */
#include "wire/wire_check.h"

#include "base/assert.h"
#include "model/outcome.h"

/* ---- the layout ---- */

void hd_wire_init(struct hd_wire *wire, unsigned nworkers)
{
	HD_ASSERT(nworkers && nworkers <= HD_MAX_WORKERS, "%u workers", nworkers);
	wire->magic = HD_WIRE_MAGIC;
	wire->version = HD_WIRE_VERSION;
	wire->nworkers = nworkers;
	wire->size = hd_wire_size(nworkers);
	wire->run_limit = UINT64_MAX;
	for (unsigned i = 0; i < HD_CAPACITIES; i++)
		wire->most[i] = hd_capacities[i].most;
}

const char *hd_wire_refused(const struct hd_wire *wire, size_t size, unsigned worker)
{
	if (size < sizeof(struct hd_wire) || wire->magic != HD_WIRE_MAGIC)
		return "the memory that heddle shares with the program is not what it should be";
	if (wire->version != HD_WIRE_VERSION || wire->size != size || size != hd_wire_size(wire->nworkers))
		return "heddle and libheddle-rt.so are of different versions";
	return worker < wire->nworkers ? NULL : "there is no worker of this number in the campaign";
}

/* ---- counts ---- */

static uint32_t at_most(uint32_t n, uint32_t most)
{
	return n < most ? n : most;
}

uint32_t hd_wire_modules(const struct hd_wire *wire)
{
	return at_most(wire->nmodules, HD_MAX_MODULES);
}

uint32_t hd_wire_sites(const struct hd_wire *wire)
{
	return at_most(wire->nsites, HD_MAX_SITES);
}

uint32_t hd_wire_findings(const struct hd_wire *wire)
{
	return at_most(wire->nfindings, HD_MAX_FINDINGS);
}

uint32_t hd_wire_sources(const struct hd_wire *wire)
{
	return at_most(wire->nsources, HD_MAX_SOURCES);
}

bool hd_wire_has_site(const struct hd_wire *wire, uint32_t site)
{
	return site != HD_NO_SITE && site < hd_wire_sites(wire) &&
	       wire->sites[site].module < hd_wire_modules(wire);
}

/* ---- records ---- */

void hd_wire_check_place(struct hd_wire_place *p)
{
	if (p->kind > HD_PLACE_OTHER || (p->kind == HD_PLACE_CHANNEL && p->module >= HD_CHANNEL_COUNT))
		p->kind = HD_PLACE_NONE;
}

static bool is_known_op(const struct hd_op *op)
{
	return op->kind < HD_EVENT_COUNT;
}

static uint16_t check_tid(uint16_t tid)
{
	return tid < HD_MAX_THREADS ? tid : HD_NO_TID;
}

static bool check_thread(struct hd_wire_thread *t)
{
	if (t->tid >= HD_MAX_THREADS || t->state > HD_THREAD_EXITED || !is_known_op(&t->op))
		return false;
	t->owner = check_tid(t->owner);
	t->name[sizeof t->name - 1] = '\0';
	if (t->nheld > HD_HELD_MAX)
		t->nheld = HD_HELD_MAX;
	if (t->nstack > HD_THREAD_STACK_MAX)
		t->nstack = HD_THREAD_STACK_MAX;
	hd_wire_check_place(&t->place);
	for (unsigned i = 0; i < t->nheld; i++)
		hd_wire_check_place(&t->held[i].place);
	return true;
}

bool hd_wire_check_event(struct hd_wire_event *e)
{
	hd_wire_check_place(&e->place);
	return e->tid < HD_MAX_THREADS && is_known_op(&e->op);
}

static void check_threads(struct hd_wire_failure *f)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < f->nthreads && i < HD_FAILURE_THREADS; i++)
		if (check_thread(&f->threads[i]))
			f->threads[kept++] = f->threads[i];
	f->nthreads = kept;
}

void hd_wire_take_failure(const struct hd_wire *wire, unsigned worker, struct hd_wire_failure *out)
{
	HD_ASSERT(worker < HD_MAX_WORKERS, "worker %u", worker);
	*out = wire->workers[worker].failure;
	if (out->outcome >= HD_OUTCOME_COUNT)
		out->outcome = HD_OUT_NONE;
	if (out->tid >= HD_MAX_THREADS)
		out->tid = HD_NO_TID;
	if (out->site >= hd_wire_sites(wire))
		out->site = HD_NO_SITE;
	out->message[sizeof out->message - 1] = '\0';
	hd_wire_check_place(&out->place);
	check_threads(out);
}
