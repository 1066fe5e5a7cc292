/* SPDX-License-Identifier: Apache-2.0
 *
 * Modules, sites and iRoots of the store become entries of the wire. Where a module has been built anew, the
 * places of its sites are looked up by name in the new build. */
#include "heddle/learnt/learnt_load.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "heddle/learnt/learnt_changed.h"
#include "symbol/elf.h"
#include "symbol/spot.h"
#include "wire/wire_check.h"

#define SITES_MAX  (HD_MAX_SITES / 2) /* that are loaded: there must be room for more */
#define IROOTS_MAX (HD_MAX_IROOTS / 2)
#define LOCK_TRIES 100000

struct build {
	int64_t id;
	char *module, *path, *build_id;
};

struct site_pair { /* a site of the store in the wire */
	int64_t id;
	uint32_t site;
};

struct site_place { /* of a site of the wire */
	uint64_t offset;
	uint32_t module, site;
};

struct learnt_loader {
	struct hd_learnt *l;
	struct hd_wire *wire;
	struct build *builds;
	size_t nbuilds, builds_cap;
	struct site_pair *pairs; /* by id, once all are there */
	size_t npairs, pairs_cap;
	bool rebuilt;			    /* a module is a build that the store does not have */
	struct hd_store_attempts *attempts; /* with the input of this search, by iRoot */
	size_t nattempts, attempts_cap, asked;
};

char *hd_learnt_build_text(const uint8_t *build_id, uint32_t len, const char *path)
{
	char text[2 * HD_BUILD_ID_MAX + 1] = "";
	struct stat st;

	for (uint32_t i = 0; i < len && i < HD_BUILD_ID_MAX; i++)
		snprintf(text + 2 * (size_t)i, 3, "%02x", build_id[i]);
	if (len)
		return hd_strdup(text);
	if (stat(path, &st))
		return hd_strdup("?");
	return hd_sprintf("%lld bytes of %lld.%09ld", (long long)st.st_size, (long long)st.st_mtim.tv_sec,
			  st.st_mtim.tv_nsec);
}

static void read_builds(struct learnt_loader *load)
{
	struct hd_store_build b;

	while (hd_store_next_build(load->l->store, &b)) {
		load->builds =
		    hd_grow(load->builds, &load->builds_cap, load->nbuilds + 1, sizeof *load->builds);
		load->builds[load->nbuilds++] =
		    (struct build){b.id, hd_strdup(b.module), hd_strdup(b.path), hd_strdup(b.build_id)};
	}
}

static void free_load(struct learnt_loader *load)
{
	for (size_t i = 0; i < load->nbuilds; i++) {
		free(load->builds[i].module);
		free(load->builds[i].path);
		free(load->builds[i].build_id);
	}
	free(load->builds);
	free(load->pairs);
	free(load->attempts);
}

/* Returns its index, HD_MAX_MODULES if there is no room. */
static uint32_t add_module(struct hd_wire *wire, const char *path, const struct hd_elf *elf)
{
	uint32_t n = wire->nmodules;
	struct hd_wire_module *m = &wire->modules[n < HD_MAX_MODULES ? n : 0];

	if (n >= HD_MAX_MODULES / 2 || strlen(path) >= sizeof m->path)
		return HD_MAX_MODULES;
	memcpy(m->path, path, strlen(path) + 1);
	m->build_id_len = elf->build_id.len < HD_BUILD_ID_MAX ? elf->build_id.len : HD_BUILD_ID_MAX;
	memcpy(m->build_id, elf->build_id.bytes, m->build_id_len);
	wire->nmodules = n + 1;
	return n;
}

static void add_pair(struct learnt_loader *load, int64_t id, uint32_t site)
{
	load->pairs = hd_grow(load->pairs, &load->pairs_cap, load->npairs + 1, sizeof *load->pairs);
	load->pairs[load->npairs++] = (struct site_pair){id, site};
}

/* Returns its index, HD_NO_SITE if there is no room. */
static uint32_t add_site(struct learnt_loader *load, uint32_t module, uint64_t offset, int64_t id,
			 bool shared, bool placed)
{
	struct hd_wire *wire = load->wire;
	uint32_t n = wire->nsites ? wire->nsites : 1;

	if (n >= SITES_MAX)
		return HD_NO_SITE;
	wire->sites[n].offset = offset;
	wire->sites[n].module = module;
	wire->nsites = n + 1;
	if (shared)
		hd_wire_share_site(wire, n);
	load->l->sites[n] = (struct hd_learnt_site){.id = id, .placed = placed, .shared = shared};
	add_pair(load, id, n);
	return n;
}

static void load_places(struct learnt_loader *load, uint32_t module, int64_t build)
{
	struct hd_store_place p;

	load->l->builds[module] = build;
	while (hd_store_next_place(load->l->store, build, &p))
		add_site(load, module, p.offset, p.site, p.shared, true);
}

static void note_absent(struct hd_learnt *l, uint32_t module, int64_t site)
{
	l->absent = hd_grow(l->absent, &l->absent_cap, l->nabsent + 1, sizeof *l->absent);
	l->absent[l->nabsent++] = (struct hd_learnt_absent){module, site};
}

/* Sites that other builds have shown: where are they in this one? */
static void find_places(struct learnt_loader *load, uint32_t module, const char *name, int64_t build)
{
	const char *path = load->wire->modules[module].path;
	struct hd_store_site s;

	while (hd_store_next_unplaced(load->l->store, name, build, &s)) {
		struct hd_spot spot = {.function = s.function[0] ? s.function : NULL,
				       .within = s.within,
				       .file = s.file[0] ? s.file : NULL,
				       .column = s.column,
				       .below = s.below,
				       .ordinal = s.ordinal};
		uint64_t offset = hd_symbols_find_spot(load->l->symbols, path, &spot);
		uint32_t site;

		if (!offset) {
			note_absent(load->l, module, s.id);
			continue;
		}
		site = add_site(load, module, offset, s.id, s.shared, false);
		if (site != HD_NO_SITE && hd_learnt_is_changed(load->l, name, &spot))
			load->wire->sites[site].flags |= HD_SITE_CHANGED;
	}
}

/* The newest build of a module; the same module may come again with older ones. */
static bool is_newest(const struct learnt_loader *load, size_t index)
{
	for (size_t i = 0; i < index; i++)
		if (!strcmp(load->builds[i].module, load->builds[index].module))
			return false;
	return true;
}

static const struct build *find_build(const struct learnt_loader *load, const char *module,
				      const char *build_id)
{
	for (size_t i = 0; i < load->nbuilds; i++)
		if (!strcmp(load->builds[i].module, module) && !strcmp(load->builds[i].build_id, build_id))
			return &load->builds[i];
	return NULL;
}

static void load_module(struct learnt_loader *load, const struct build *b)
{
	const char *path = b->module[0] ? b->path : load->l->image;
	const struct build *known;
	struct hd_elf elf;
	uint32_t module;
	char *build_id;

	if (hd_elf_look(path, &elf) || !elf.elf)
		return;
	module = add_module(load->wire, path, &elf);
	if (module == HD_MAX_MODULES)
		return;
	build_id = hd_learnt_build_text(elf.build_id.bytes, elf.build_id.len, path);
	known = find_build(load, b->module, build_id);
	if (known) {
		hd_learnt_know_codes(load->l, module, b->module);
		load_places(load, module, known->id);
	} else {
		hd_learnt_compare_codes(load->l, b->module, path);
		load->rebuilt = true;
	}
	find_places(load, module, b->module, known ? known->id : 0);
	free(build_id);
}

static int compare_pairs(const void *a, const void *b)
{
	const struct site_pair *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

static uint32_t site_of(const struct learnt_loader *load, int64_t id)
{
	const struct site_pair key = {.id = id}, *found = NULL;

	if (load->npairs)
		found = bsearch(&key, load->pairs, load->npairs, sizeof key, compare_pairs);
	return found ? found->site : HD_NO_SITE;
}

/* False: it is about code that is no longer there. */
static bool convert(const struct learnt_loader *load, const struct hd_store_iroot *from, struct hd_iroot *to)
{
	*to = (struct hd_iroot){.idiom = from->idiom, .n = from->n};
	for (unsigned i = 0; i < from->n; i++) {
		to->kinds[i] = from->kinds[i];
		to->sites[i] = site_of(load, from->sites[i]);
		if (to->sites[i] == HD_NO_SITE)
			return false;
	}
	return true;
}

static void add_exposed(struct learnt_loader *load, const struct hd_iroot *root)
{
	uint64_t key = hd_iroot_key(root);
	struct hd_wire_iroot *slot = hd_wire_iroot_slot(load->wire, key);

	if (load->l->point.exposed[0] >= IROOTS_MAX || !slot || slot->key)
		return;
	slot->root = *root;
	slot->known = 1;
	slot->key = key;
	load->l->point.exposed[root->idiom]++;
	load->l->point.exposed[0]++;
}

/* here: those of the attempts that were made with the input of this search. */
static void add_aim(struct learnt_loader *load, const struct hd_iroot *root, uint32_t attempts, uint32_t here,
		    bool outdated)
{
	uint32_t n = load->wire->naims;
	struct hd_wire_aim *x = &load->wire->aims[n < HD_MAX_AIMS ? n : 0];

	if (n >= HD_MAX_AIMS / 2)
		return;
	x->key = hd_iroot_key(root);
	x->aim = (struct hd_aim){.kind = HD_AIM_IROOT, .root = *root};
	x->before = attempts;
	x->before_here = here < attempts ? here : attempts;
	x->outdated = outdated;
	x->state = HD_AIM_REMEMBERED;
	load->l->predicted[n] = 1;
	load->wire->naims = n + 1;
}

static void read_attempts(struct learnt_loader *load)
{
	int64_t input = hd_store_find_input(load->l->store, load->l->input);
	struct hd_store_attempts a;

	while (input && hd_store_next_attempts(load->l->store, input, &a)) {
		load->attempts =
		    hd_grow(load->attempts, &load->attempts_cap, load->nattempts + 1, sizeof *load->attempts);
		load->attempts[load->nattempts++] = a;
	}
}

/* With the input of this search; iRoots are asked for in their order. */
static uint32_t attempts_at(struct learnt_loader *load, int64_t iroot)
{
	while (load->asked < load->nattempts && load->attempts[load->asked].iroot < iroot)
		load->asked++;
	return load->asked < load->nattempts && load->attempts[load->asked].iroot == iroot
		   ? load->attempts[load->asked].n
		   : 0;
}

/* Some of its code is in a function that this build has changed. */
static bool has_changed(const struct learnt_loader *load, const struct hd_iroot *root)
{
	for (unsigned i = 0; i < root->n; i++)
		if (load->wire->sites[root->sites[i]].flags & HD_SITE_CHANGED)
			return true;
	return false;
}

static void note_outdated(struct hd_learnt *l, int64_t iroot)
{
	l->outdated = hd_grow(l->outdated, &l->outdated_cap, l->noutdated + 1, sizeof *l->outdated);
	l->outdated[l->noutdated++] = iroot;
}

static void load_iroots(struct learnt_loader *load)
{
	struct hd_store_iroot r;
	struct hd_iroot root;

	read_attempts(load);
	while (hd_store_next_iroot(load->l->store, &r)) {
		if (!convert(load, &r, &root))
			continue;
		if (has_changed(load, &root)) { /* what was exposed there was other code */
			note_outdated(load->l, r.id);
			add_aim(load, &root, 0, 0, true);
		} else if (r.exposed && !r.failing) {
			add_exposed(load, &root);
		} else if (r.exposed) { /* only failing runs exposed it: it may be the cause, so try it again
					 */
			add_aim(load, &root, 0, 0, false);
		} else if (r.predicted) {
			add_aim(load, &root, r.attempts, attempts_at(load, r.id), r.outdated);
		}
	}
}

/* The workers are writing there as well. False: they keep the table for themselves just now. */
static bool share_exposed(struct learnt_loader *load, const struct hd_iroot *root)
{
	unsigned tries = 0;

	while (!hd_wire_lock(load->wire, HD_MAX_WORKERS))
		if (++tries > LOCK_TRIES)
			return false;
	add_exposed(load, root);
	hd_wire_unlock(load->wire);
	return true;
}

static int compare_places(const void *a, const void *b)
{
	const struct site_place *x = a, *y = b;

	if (x->module != y->module)
		return x->module < y->module ? -1 : 1;
	return x->offset < y->offset ? -1 : x->offset > y->offset;
}

/* Which sites of the store this search knows, too, by their places in this build. */
static void pair_sites(struct learnt_loader *load)
{
	uint32_t n = hd_wire_sites(load->wire), modules = hd_wire_modules(load->wire);
	struct site_place *places = hd_new(n + 1, sizeof *places);
	struct hd_store_place p;

	for (uint32_t i = 0; i < n; i++)
		places[i] = (struct site_place){load->wire->sites[i].offset, load->wire->sites[i].module, i};
	qsort(places, n, sizeof *places, compare_places);
	for (uint32_t m = 0; m < modules; m++)
		while (load->l->builds[m] && hd_store_next_place(load->l->store, load->l->builds[m], &p)) {
			struct site_place key = {.offset = p.offset, .module = m}, *found;

			found = n ? bsearch(&key, places, n, sizeof key, compare_places) : NULL;
			if (found && found->site)
				add_pair(load, p.site, found->site);
		}
	free(places);
}

void hd_learnt_refresh(struct hd_learnt *l, struct hd_wire *wire)
{
	struct learnt_loader load = {.l = l, .wire = wire};
	struct hd_store_iroot r;
	struct hd_iroot root;

	pair_sites(&load);
	if (load.npairs)
		qsort(load.pairs, load.npairs, sizeof *load.pairs, compare_pairs);
	while (hd_store_next_iroot(l->store, &r))
		if (r.exposed && !r.failing && convert(&load, &r, &root))
			share_exposed(&load, &root);
	l->point_now = l->point;
	free_load(&load);
}

void hd_learnt_fill(struct hd_learnt *l, struct hd_wire *wire)
{
	struct learnt_loader load = {.l = l, .wire = wire};

	read_builds(&load);
	for (size_t i = 0; i < load.nbuilds; i++)
		if (is_newest(&load, i))
			load_module(&load, &load.builds[i]);
	if (load.npairs)
		qsort(load.pairs, load.npairs, sizeof *load.pairs, compare_pairs);
	load_iroots(&load);
	if (load.rebuilt && wire->nsites < SITES_MAX) /* all are there */
		wire->sites_before = wire->nsites;
	l->point_now = l->point;
	free_load(&load);
}
