/* SPDX-License-Identifier: Apache-2.0
 *
 * What is new in the wire since the last batch goes to the store. The program under test may scribble over
 * the wire: what makes no sense is left out. */
#include "heddle/learnt/learnt_save.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "heddle/learnt/learnt_changed.h"
#include "heddle/learnt/learnt_found.h"
#include "heddle/learnt/learnt_load.h"
#include "heddle/learnt/learnt_points.h"
#include "symbol/spot.h"
#include "wire/wire_check.h"

struct save {
	struct hd_learnt *l;
	const struct hd_wire *wire;
	const struct hd_progress *progress;
	uint32_t nsites, nmodules;
	struct hd_exposure *exposures; /* what this batch adds */
	size_t nexposures, exposures_cap;
};

static struct save save_of(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p)
{
	return (struct save){.l = l,
			     .wire = wire,
			     .progress = p,
			     .nsites = hd_wire_sites(wire),
			     .nmodules = hd_wire_modules(wire)};
}

static bool site_is_sound(const struct save *s, uint32_t site)
{
	return site != HD_NO_SITE && site < s->nsites && s->wire->sites[site].module < s->nmodules;
}

static bool iroot_is_sound(const struct save *s, const struct hd_iroot *r, uint64_t key)
{
	if (r->idiom < 1 || r->idiom > HD_IDIOMS ||
	    r->n != (r->idiom == 1   ? 2
		     : r->idiom == 2 ? 3
				     : 4) ||
	    hd_iroot_key(r) != key)
		return false;
	for (unsigned i = 0; i < r->n; i++)
		if (!site_is_sound(s, r->sites[i]) || r->kinds[i] >= HD_EVENT_COUNT)
			return false;
	return true;
}

/* Its path, as a string that surely ends. */
static const char *module_path(const struct save *s, uint32_t module, char path[HD_PATH_MAX])
{
	memcpy(path, s->wire->modules[module].path, HD_PATH_MAX);
	path[HD_PATH_MAX - 1] = '\0';
	return path;
}

static const char *module_name(const struct save *s, const char *path)
{
	return !strcmp(path, s->l->image) ? "" : hd_base_name(path);
}

static int64_t put_build(struct save *s, uint32_t module)
{
	const struct hd_wire_module *m = &s->wire->modules[module];
	char path[HD_PATH_MAX];
	struct hd_store_build b;
	char *text;

	if (s->l->builds[module])
		return s->l->builds[module];
	b = (struct hd_store_build){.path = module_path(s, module, path)};
	b.module = module_name(s, path);
	if (!b.module[0] && s->l->options->known_as) /* on this machine it has another name */
		b.path = s->l->options->known_as;
	b.build_id = text = hd_learnt_build_text(m->build_id, m->build_id_len, path);
	s->l->builds[module] = hd_store_put_build(s->l->store, &b);
	free(text);
	return s->l->builds[module];
}

static const char *or_empty(const char *text)
{
	return text ? text : "";
}

/* A site in code without a symbol is known by its offset, in this build only. The caller frees the text. */
static char *nameless(const struct save *s, uint32_t site, const char *path)
{
	const struct hd_wire_module *m = &s->wire->modules[s->wire->sites[site].module];
	char *build = hd_learnt_build_text(m->build_id, m->build_id_len, path);
	char *text = hd_sprintf("0x%llx of %s", (unsigned long long)s->wire->sites[site].offset, build);

	free(build);
	return text;
}

static int64_t put_site_name(struct save *s, uint32_t site, const char *path)
{
	struct hd_store_site out = {.module = module_name(s, path)};
	char *own = NULL;
	struct hd_spot spot;
	int64_t id;

	if (hd_symbols_spot(s->l->symbols, path, s->wire->sites[site].offset, &spot))
		hd_learnt_note_code(s->l, out.module, path, &spot);
	else
		spot.within = own = nameless(s, site, path);
	out.within = spot.within;
	out.function = or_empty(spot.function);
	out.file = or_empty(spot.file);
	out.below = spot.below;
	out.column = spot.column;
	out.ordinal = spot.ordinal;
	out.line = spot.line;
	id = hd_store_put_site(s->l->store, &out);
	free(own);
	return id;
}

static int64_t put_site(struct save *s, uint32_t site)
{
	const struct hd_wire_site *w = &s->wire->sites[site];
	struct hd_learnt_site *known = &s->l->sites[site];
	char path[HD_PATH_MAX];

	if (known->id && known->placed)
		return known->id;
	module_path(s, w->module, path);
	/* Even if it has an id: its line may be another one in this build. */
	known->id = put_site_name(s, site, path);
	known->placed = true;
	hd_store_put_place(s->l->store, put_build(s, w->module),
			   &(struct hd_store_place){.site = known->id, .offset = w->offset});
	return known->id;
}

static void put_sites(struct save *s)
{
	for (uint32_t i = 1; i < s->nsites; i++) {
		struct hd_learnt_site *known = &s->l->sites[i];
		bool shared = s->wire->sites[i].flags & HD_SITE_SHARED && !known->shared;

		if (!site_is_sound(s, i) || !(shared || (known->id && !known->placed)))
			continue;
		put_site(s, i);
		if (shared)
			hd_store_put_shared(s->l->store, known->id);
		known->shared |= shared;
	}
	for (size_t i = 0; i < s->l->nabsent; i++)
		hd_store_put_absent(s->l->store, put_build(s, s->l->absent[i].module), s->l->absent[i].site);
}

static int64_t put_iroot(struct save *s, const struct hd_iroot *r, struct hd_store_iroot out)
{
	out.idiom = r->idiom;
	out.n = r->n;
	for (unsigned i = 0; i < r->n; i++) {
		out.kinds[i] = r->kinds[i];
		out.sites[i] = put_site(s, r->sites[i]);
	}
	return hd_store_put_iroot(s->l->store, &out);
}

/* The run is not over: whether it fails is not known yet. */
static bool is_under_way(const struct save *s, uint64_t run)
{
	for (unsigned i = 0; i < s->l->options->jobs && !s->progress->last; i++)
		if (s->wire->workers[i].current_run == run && s->wire->workers[i].busy)
			return true;
	return false;
}

static bool has_failed(const struct save *s, uint64_t run)
{
	for (size_t i = 0; i < s->l->ledger->nfailures; i++)
		if (s->l->ledger->failures[i].run == run)
			return true;
	return false;
}

/* What there is to say about it: hd_learnt.exposed. */
static uint8_t exposure_of(const struct save *s, uint32_t slot)
{
	const struct hd_wire_iroot *i = &s->wire->iroots[slot];

	if (!i->key)
		return 0;
	if (i->seen && !is_under_way(s, i->run))
		return 2;
	return i->known && s->l->anew;
}

static bool is_new_exposed(const struct save *s, uint32_t slot)
{
	return exposure_of(s, slot) > s->l->exposed[slot];
}

/* The build of the program itself; 0: it is not known yet. */
static int64_t program_build(struct save *s)
{
	char path[HD_PATH_MAX];

	for (uint32_t i = 0; i < s->nmodules; i++)
		if (!strcmp(module_path(s, i, path), s->l->image))
			return put_build(s, i);
	return 0;
}

/* The curve counts it from this batch on. */
static void count_exposure(struct save *s, const struct hd_wire_iroot *i)
{
	s->exposures = hd_grow(s->exposures, &s->exposures_cap, s->nexposures + 1, sizeof *s->exposures);
	s->exposures[s->nexposures++] = (struct hd_exposure){.run = i->run, .idiom = i->root.idiom};
}

static void put_exposed(struct save *s)
{
	int64_t build = program_build(s), input = hd_store_put_input(s->l->store, s->l->input), id;

	for (uint32_t i = 0; i < HD_IROOT_SLOTS; i++) {
		const struct hd_wire_iroot *slot = &s->wire->iroots[i];
		struct hd_iroot root = slot->root;
		bool counted = s->l->exposed[i] || (slot->known && !s->l->anew);

		if (!is_new_exposed(s, i))
			continue;
		s->l->exposed[i] = exposure_of(s, i);
		if (!iroot_is_sound(s, &root, slot->key))
			continue;
		id = put_iroot(s, &root,
			       (struct hd_store_iroot){.exposed = true,
						       .failing = !slot->known && has_failed(s, slot->run)});
		if (s->l->exposed[i] == 2 && build)
			hd_store_put_shown(s->l->store, id, build);
		if (s->l->exposed[i] == 2)
			hd_store_put_covered(s->l->store, input, id);
		if (!counted)
			count_exposure(s, slot);
	}
}

/* As many attempts as the aim has now that the store does not know of. */
static void put_attempts(struct save *s, uint32_t aim, int64_t iroot, uint32_t more)
{
	const struct hd_wire_aim *x = &s->wire->aims[aim];
	/* Into a new store goes what the old one knew, also of other inputs. */
	uint32_t elsewhere = s->l->anew && !s->l->attempts_now[aim] ? x->before - x->before_here : 0;

	if (more > elsewhere)
		hd_store_put_attempts(s->l->store, hd_store_put_input(s->l->store, s->l->input),
				      &(struct hd_store_attempts){.iroot = iroot, .n = more - elsewhere});
}

static void put_predicted(struct save *s)
{
	for (uint32_t i = 0, n = hd_wire_aims(s->wire); i < n; i++) {
		const struct hd_wire_aim *x = &s->wire->aims[i];
		uint32_t attempts = x->attempts, before = s->l->anew ? x->before : 0;
		struct hd_iroot root = x->aim.root;

		if (x->aim.kind != HD_AIM_IROOT)
			continue;
		if (s->l->predicted[i] && s->l->attempts_now[i] == attempts + before)
			continue;
		if (iroot_is_sound(s, &root, x->key)) {
			uint32_t more = attempts + before - s->l->attempts_now[i];

			put_attempts(
			    s, i,
			    put_iroot(s, &root, (struct hd_store_iroot){.predicted = true, .attempts = more}),
			    more);
		}
		s->l->predicted[i] = 1;
		s->l->attempts_now[i] = attempts + before;
	}
}

static void put_search(struct save *s)
{
	struct hd_store_search search = {.id = s->l->search,
					 .args = s->l->input,
					 .strategy = s->l->options->strategy,
					 .verdict = s->progress->verdict,
					 .seed = s->l->options->search.seed,
					 .runs = s->progress->runs,
					 .seconds = s->progress->seconds,
					 .started = s->l->started};

	int64_t build = program_build(s);

	s->l->search = hd_store_put_search(s->l->store, &search);
	if (build)
		hd_store_put_searched(s->l->store, s->l->search, build);
}

static void look_up(struct save *s, uint32_t site)
{
	char path[HD_PATH_MAX];
	struct hd_spot spot;

	if (!site_is_sound(s, site) ||
	    (s->l->sites[site].id && s->l->codes_known[s->wire->sites[site].module]))
		return;
	module_path(s, s->wire->sites[site].module, path);
	if (hd_symbols_spot(s->l->symbols, path, s->wire->sites[site].offset, &spot))
		hd_learnt_note_code(s->l, module_name(s, path), path, &spot);
}

/* Finding the names of sites may take long in a large program: other searches must not wait for that. */
void hd_learnt_prepare(struct hd_learnt *l, const struct hd_wire *wire)
{
	const struct hd_progress unknown = {0};
	struct save s = save_of(l, wire, &unknown);

	for (uint32_t i = 1; i < s.nsites; i++)
		if (wire->sites[i].flags & HD_SITE_SHARED)
			look_up(&s, i);
	for (uint32_t i = 0; i < HD_IROOT_SLOTS; i++)
		for (unsigned k = 0; k < HD_IDIOM_OPS && is_new_exposed(&s, i); k++)
			look_up(&s, wire->iroots[i].root.sites[k]);
	memset(l->codes_known, true, sizeof l->codes_known); /* of all sites that were loaded */
}

void hd_learnt_put(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p)
{
	struct save s = save_of(l, wire, p);

	put_search(&s);
	for (size_t i = 0; i < l->noutdated; i++) /* before anything is said to be exposed */
		hd_store_put_outdated(l->store, l->outdated[i]);
	put_sites(&s);
	put_exposed(&s);
	put_predicted(&s);
	hd_learnt_put_codes(l);
	hd_learnt_put_points(l, s.exposures, s.nexposures, p);
	hd_learnt_put_found(l, wire, p);
	free(s.exposures);
}
