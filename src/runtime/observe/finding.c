/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/observe/finding.h"

#include <string.h>

#include "runtime/observe/benign.h"
#include "runtime/aim/aim_findings.h"
#include "runtime/common/full.h"
#include "runtime/common/rt.h"
#include "runtime/common/site.h"
#include "runtime/state/run_record.h"
#include "runtime/engine/threads.h"
#include "runtime/common/stack_ids.h"

#define CALLERS 4    /* that tell lock orders apart */
#define SEEN	4096 /* keys that were reported in the run under way */

static uint64_t seen[SEEN];
static uint32_t seen_run[SEEN];

/* Most findings come again and again in one run: for repeated ones the lock is not taken. */
static bool told_in_this_run(uint64_t key)
{
	unsigned at = (unsigned)(key >> 40) % SEEN;
	bool told = seen[at] == key && seen_run[at] == hd_rt.run.epoch;

	seen[at] = key;
	seen_run[at] = hd_rt.run.epoch;
	return told;
}

static uint64_t mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * 0x9E3779B97F4A7C15ULL;
	return h ^ h >> 32;
}

#define SHOWN 32 /* findings of a run: more would not say more */

static struct { /* what the run under way has shown; a run in a process of its own tells it here, too */
	uint32_t run, n, index[SHOWN];
} * shown;

void hd_finding_init(void)
{
	shown = hd_keep_alloc(sizeof *shown);
}

static void note_shown(uint32_t index)
{
	if (shown->run != hd_rt.run.epoch)
		shown->n = 0;
	shown->run = hd_rt.run.epoch;
	if (shown->n < SHOWN)
		shown->index[shown->n++] = index;
}

void hd_finding_run_end(void)
{
	if (!shown || shown->run != hd_rt.run.epoch)
		return;
	for (; shown->n; shown->n--)
		if (hd_outcome_is_failure[hd_rt.slot->failure.outcome])
			atomic_fetch_add(&hd_rt.wire->findings[shown->index[shown->n - 1]].failing, 1);
}

/* It was reported before, perhaps by another worker: only count it. */
static bool is_known(uint64_t key)
{
	uint32_t n = atomic_load(&hd_rt.wire->nfindings);
	struct hd_wire_finding *f = hd_rt.wire->findings;

	for (uint32_t i = 0; i < n && i < HD_MAX_FINDINGS; i++)
		if (f[i].key == key) {
			atomic_fetch_add(&f[i].runs, 1);
			note_shown(i);
			hd_aim_findings_shown(key);
			return true;
		}
	return false;
}

static struct hd_wire_finding draft; /* naming places may need the lock: it is written before that is taken */

struct hd_wire_finding *hd_finding_begin(uint64_t key, enum hd_analysis_id kind)
{
	if (told_in_this_run(key) || is_known(key))
		return NULL;
	memset(&draft, 0, sizeof draft);
	draft.key = key;
	draft.kind = kind;
	draft.run = hd_rt.slot->current_run;
	draft.plan = hd_rt.run.plan;
	draft.runs = 1;
	return &draft;
}

/* What can be driven to happen is worth an attempt. */
void hd_finding_publish(const struct hd_aim *aim)
{
	uint32_t n, index = 0;

	hd_tables_lock();
	n = atomic_load(&hd_rt.wire->nfindings);
	if (!is_known(draft.key) && !hd_is_full(HD_FULL_FINDINGS, n)) {
		memcpy(&hd_rt.wire->findings[n], &draft, sizeof draft);
		atomic_store(&hd_rt.wire->nfindings, n + 1);
		hd_rt.slot->news++;
		index = n + 1;
		note_shown(n);
	}
	hd_tables_unlock();
	if (index && aim)
		hd_aim_findings_add(aim, draft.key, index);
}

static void fill_stack(struct hd_wire_part *p, uint32_t site, uint32_t context)
{
	const struct hd_stack_id *c;

	p->stack[p->nstack++] = site;
	while ((c = hd_stack_id_at(context)) && p->nstack < HD_STACK_MAX) {
		p->stack[p->nstack++] = c->site;
		context = c->rest;
	}
}

static void add_lock(struct hd_wire_part *p, uint64_t lock, uint32_t site, bool shared)
{
	struct hd_wire_held *h = &p->held[p->nheld];

	if (p->nheld == HD_HELD_MAX)
		return;
	hd_place_of(lock, &h->place);
	h->site = site;
	h->kind = shared ? HD_RDLOCK : HD_LOCK;
	p->nheld++;
}

static void fill_thread(struct hd_wire_part *p, hd_tid tid)
{
	const struct hd_thread *t = &hd_threads[tid];

	p->tid = tid;
	p->start_site = t->create_site;
	memcpy(p->name, t->name, sizeof p->name);
}

void hd_finding_access(struct hd_wire_part *p, const struct hd_race_access *a, uint64_t addr)
{
	fill_thread(p, a->tid);
	p->write = a->write;
	p->atomic = a->atomic;
	p->op = a->kind;
	fill_stack(p, a->site, a->context);
	for (const struct hd_stack_id *c = hd_stack_id_at(a->locks); c; c = hd_stack_id_at(c->rest))
		add_lock(p, c->key >> 1, c->site, c->key & 1);
	hd_place_of(addr, &p->place);
}

void hd_finding_race(void *to, const struct hd_race_access *earlier, const struct hd_race_access *later,
		     uint64_t addr)
{
	uint32_t low = earlier->site < later->site ? earlier->site : later->site;
	uint64_t key = mix(mix(HD_ANALYSIS_race + 1, low), earlier->site + (uint64_t)later->site - low);
	struct hd_wire_finding *f;

	(void)to;
	if (hd_benign_has(addr))
		return;
	f = hd_finding_begin(key, HD_ANALYSIS_race);
	if (!f)
		return;
	f->addr = addr;
	f->nparts = 2;
	hd_finding_access(&f->parts[0], earlier, addr);
	hd_finding_access(&f->parts[1], later, addr);
	hd_finding_publish(&(struct hd_aim){
	    .kind = HD_AIM_RACE, .nparts = 2, .parts = {{.site = earlier->site}, {.site = later->site}}});
}

/* Where a lock is asked for: with a few callers, for many programs have a function that takes all locks. */
static uint64_t key_of_request(const struct hd_lock_edge *e)
{
	uint64_t key = mix(e->has.site, e->wants.site);
	const struct hd_stack_id *c = hd_stack_id_at(e->context);

	for (unsigned i = 0; i < CALLERS && c; i++, c = hd_stack_id_at(c->rest))
		key = mix(key, c->site);
	return key;
}

/* The same cycle whichever of its edges comes first. */
static uint64_t key_of_cycle(const struct hd_lock_edge *const *edges, unsigned n)
{
	uint64_t key = mix(HD_ANALYSIS_lock_order + 1, n);

	for (unsigned i = 0; i < n; i++)
		key += key_of_request(edges[i]);
	return mix(key, n);
}

static void fill_edge(struct hd_wire_part *p, const struct hd_lock_edge *e)
{
	fill_thread(p, e->tid);
	fill_stack(p, e->wants.site, e->context);
	hd_place_of(e->wants.lock, &p->place);
	add_lock(p, e->has.lock, e->has.site, e->has.shared); /* the one that matters comes first */
	for (unsigned i = 0; i < e->nheld; i++)
		if (e->held[i].lock != e->has.lock)
			add_lock(p, e->held[i].lock, e->held[i].site, e->held[i].shared);
}

/* Contexts tell apart what a wrapper of the program's own makes of one site. */
static struct hd_aim aim_of_cycle(const struct hd_lock_edge *const *edges, unsigned n)
{
	struct hd_aim a = {.kind = HD_AIM_DEADLOCK, .nparts = n < HD_AIM_PARTS ? n : HD_AIM_PARTS};

	for (unsigned i = 0; i < a.nparts; i++)
		a.parts[i] = (struct hd_aim_part){.site = edges[i]->wants.site,
						  .has = edges[i]->has.site,
						  .context = hd_stack_id_hash(edges[i]->context)};
	return a;
}

void hd_finding_cycle(void *to, const struct hd_lock_edge *const *edges, unsigned n)
{
	struct hd_wire_finding *f = hd_finding_begin(key_of_cycle(edges, n), HD_ANALYSIS_lock_order);
	struct hd_aim aim;

	(void)to;
	if (!f)
		return;
	f->nparts = n < HD_FINDING_PARTS ? n : HD_FINDING_PARTS;
	for (unsigned i = 0; i < f->nparts; i++)
		fill_edge(&f->parts[i], edges[i]);
	aim = aim_of_cycle(edges, n);
	hd_finding_publish(&aim);
}

static uint64_t key_of_places(enum hd_analysis_id by, const struct hd_found_place *places, unsigned n)
{
	uint64_t key = mix(by + 1, n);

	for (unsigned i = 0; i < n; i++)
		key = mix(key, places[i].access.site);
	return key;
}

void hd_finding_places(enum hd_analysis_id by, const struct hd_found_place *places, unsigned n)
{
	struct hd_wire_finding *f = hd_finding_begin(key_of_places(by, places, n), by);

	if (!f)
		return;
	f->addr = places[0].access.addr;
	f->nparts = n < HD_FINDING_PARTS ? n : HD_FINDING_PARTS;
	for (unsigned i = 0; i < f->nparts; i++) {
		const struct hd_access *a = &places[i].access;

		hd_finding_access(&f->parts[i],
				  &(struct hd_race_access){.site = a->site,
							   .context = places[i].call_stack,
							   .locks = places[i].locks,
							   .tid = a->tid,
							   .kind = a->kind,
							   .write = a->write,
							   .atomic = a->atomic},
				  a->addr);
	}
	hd_finding_publish(NULL);
}
