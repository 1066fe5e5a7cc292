/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/learnt/coverage_load.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/event.h"

struct site { /* of the store */
	int64_t id;
	const char *function, *file;
	int line, column;
};

struct earlier_search {
	int64_t id;
	uint64_t runs_before; /* of searches that began before it */
	double seconds_before;
};

struct of_build { /* a search or an iRoot, and the build that it belongs to */
	int64_t id, build;
};

struct coverage_loader {
	struct hd_coverage *c;
	struct hd_store *store;
	int64_t build;	 /* of the program, the latest; 0: it is not known */
	int64_t *newest; /* … and of every module */
	size_t nnewest, newest_cap;
	int64_t *present; /* sites that these have, in their order */
	size_t npresent, present_cap;
	struct of_build *searched, *shown; /* by id */
	size_t nsearched, searched_cap, nshown, shown_cap;
	struct site *sites; /* by id */
	size_t nsites, sites_cap;
	struct earlier_search *searches; /* by id */
	size_t nsearches, searches_cap;
	size_t open_cap, points_cap, uses_cap, strings_cap;
};

static const char *keep(struct coverage_loader *l, const char *text)
{
	struct hd_coverage *c = l->c;

	c->strings = hd_grow(c->strings, &l->strings_cap, c->nstrings + 1, sizeof *c->strings);
	return c->strings[c->nstrings++] = hd_strdup(text);
}

static void read_sites(struct coverage_loader *l)
{
	struct hd_store_site s;

	while (hd_store_next_site(l->store, &s)) {
		l->sites = hd_grow(l->sites, &l->sites_cap, l->nsites + 1, sizeof *l->sites);
		l->sites[l->nsites++] =
		    (struct site){.id = s.id,
				  .function = keep(l, s.function[0] ? s.function : s.within),
				  .file = keep(l, s.file),
				  .line = s.line,
				  .column = s.column};
	}
}

static const struct site *site_at(const struct coverage_loader *l, int64_t id)
{
	size_t lo = 0, hi = l->nsites;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (l->sites[mid].id < id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < l->nsites && l->sites[lo].id == id ? &l->sites[lo] : NULL;
}

/* ---- builds ---- */

/* The latest build comes first, and of each module only that one counts. */
static void read_builds_of_coverage(struct coverage_loader *l)
{
	char **modules = NULL;
	size_t n = 0, cap = 0;
	struct hd_store_build b;

	while (hd_store_next_build(l->store, &b)) {
		size_t i = 0;

		while (i < n && strcmp(modules[i], b.module) != 0)
			i++;
		l->c->builds.n += !b.module[0];
		if (i < n)
			continue;
		modules = hd_grow(modules, &cap, n + 1, sizeof *modules);
		modules[n++] = hd_strdup(b.module);
		l->newest = hd_grow(l->newest, &l->newest_cap, l->nnewest + 1, sizeof *l->newest);
		l->newest[l->nnewest++] = b.id;
		if (!b.module[0]) {
			l->build = b.id;
			l->c->builds.build = hd_strdup(b.build_id);
		}
	}
	for (size_t i = 0; i < n; i++)
		free(modules[i]);
	free(modules);
}

static int compare_ids(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return x < y ? -1 : x > y;
}

static void read_present(struct coverage_loader *l)
{
	struct hd_store_place p;

	for (size_t i = 0; i < l->nnewest; i++)
		while (hd_store_next_place(l->store, l->newest[i], &p)) {
			l->present =
			    hd_grow(l->present, &l->present_cap, l->npresent + 1, sizeof *l->present);
			l->present[l->npresent++] = p.site;
		}
	if (l->npresent)
		qsort(l->present, l->npresent, sizeof *l->present, compare_ids);
}

static void read_of_builds(struct hd_store *s, bool (*next)(struct hd_store *, int64_t *, int64_t *),
			   struct of_build **list, size_t *n, size_t *cap)
{
	struct of_build x;

	while (next(s, &x.id, &x.build)) {
		*list = hd_grow(*list, cap, *n + 1, sizeof **list);
		(*list)[(*n)++] = x;
	}
}

static int64_t build_at(const struct of_build *list, size_t n, int64_t id)
{
	const struct of_build *found =
	    n ? bsearch(&id, list, n, sizeof *list, compare_ids) : NULL; /* the id comes first in it */

	return found ? found->build : 0;
}

/* All of its code is in the latest builds. */
static bool is_present(const struct coverage_loader *l, const struct hd_store_iroot *r)
{
	for (unsigned i = 0; i < r->n; i++)
		if (!l->npresent ||
		    !bsearch(&r->sites[i], l->present, l->npresent, sizeof *l->present, compare_ids))
			return false;
	return true;
}

/* Searches of earlier versions of the store do not say which build they were about. */
static bool search_counts(const struct coverage_loader *l, int64_t search)
{
	int64_t build = build_at(l->searched, l->nsearched, search);

	return l->c->builds.all || (build ? build == l->build : l->c->builds.n <= 1);
}

/* ---- iRoots ---- */

static void add_open(struct coverage_loader *l, const struct hd_store_iroot *r)
{
	struct hd_coverage *c = l->c;
	struct hd_cover_iroot out = {.idiom = r->idiom, .n = r->n, .attempts = r->attempts};

	for (unsigned i = 0; i < r->n; i++) {
		const struct site *s = site_at(l, r->sites[i]);

		if (!s)
			return;
		out.ops[i] = (struct hd_cover_op){.kind = hd_event_text[r->kinds[i]],
						  .function = s->function,
						  .file = s->file,
						  .line = s->line,
						  .column = s->column};
	}
	c->open = hd_grow(c->open, &l->open_cap, c->nopen + 1, sizeof *c->open);
	c->open[c->nopen++] = out;
}

static void count(struct hd_cover_idiom *d, const struct hd_store_iroot *r)
{
	d->exposed += r->exposed;
	d->predicted += r->predicted;
	d->tried += r->attempts > 0;
	d->reached += r->attempts > 0 && r->exposed;
	d->open += r->predicted && !r->exposed;
}

static void read_iroots(struct coverage_loader *l)
{
	struct hd_store_iroot r;

	while (hd_store_next_iroot(l->store, &r)) {
		if (!l->c->builds.all && !is_present(l, &r)) {
			l->c->builds.iroots_left++;
			continue;
		}
		r.exposed |= r.outdated && l->c->builds.all;
		if (r.exposed && l->c->builds.n > 1)
			l->c->builds.only_older += build_at(l->shown, l->nshown, r.id) != l->build;
		count(&l->c->idioms[r.idiom], &r);
		count(&l->c->idioms[0], &r);
		if (r.predicted && !r.exposed)
			add_open(l, &r);
	}
}

static void add_use(struct coverage_loader *l, const struct hd_store_search *s)
{
	struct hd_coverage *c = l->c;
	size_t i = 0;

	while (i < c->nuses &&
	       (strcmp(c->uses[i].strategy, s->strategy) != 0 || strcmp(c->uses[i].args, s->args) != 0))
		i++;
	if (i == c->nuses) {
		c->uses = hd_grow(c->uses, &l->uses_cap, c->nuses + 1, sizeof *c->uses);
		c->uses[c->nuses++] =
		    (struct hd_cover_use){.strategy = hd_strdup(s->strategy), .args = hd_strdup(s->args)};
	}
	c->uses[i].searches++;
	c->uses[i].runs += s->runs;
	c->uses[i].seconds += s->seconds;
}

static void read_searches(struct coverage_loader *l)
{
	struct hd_store_search s;

	while (hd_store_next_search(l->store, &s)) {
		if (!search_counts(l, s.id)) {
			l->c->builds.searches_left++;
			continue;
		}
		l->searches = hd_grow(l->searches, &l->searches_cap, l->nsearches + 1, sizeof *l->searches);
		l->searches[l->nsearches++] = (struct earlier_search){s.id, l->c->runs, l->c->seconds};
		l->c->runs += s.runs;
		l->c->seconds += s.seconds;
		l->c->searches++;
		add_use(l, &s);
	}
}

/* Searches at the same time did not know of each other's: the curve never falls. */
static void never_fall(struct hd_coverage *c)
{
	struct hd_cover_point *p = &c->points[c->npoints - 1], *before = p - 1;

	p->exposed[0] = 0;
	for (int i = 1; i <= HD_IDIOMS; i++) {
		if (c->npoints > 1 && p->exposed[i] < before->exposed[i])
			p->exposed[i] = before->exposed[i];
		p->exposed[0] += p->exposed[i];
	}
}

static void read_points(struct coverage_loader *l)
{
	struct hd_coverage *c = l->c;
	struct hd_store_point p;
	size_t search = 0;

	while (hd_store_next_point(l->store, &p)) {
		while (search < l->nsearches && l->searches[search].id < p.search)
			search++;
		if (search == l->nsearches || l->searches[search].id != p.search)
			continue;
		c->points = hd_grow(c->points, &l->points_cap, c->npoints + 1, sizeof *c->points);
		c->points[c->npoints++] =
		    (struct hd_cover_point){.runs = l->searches[search].runs_before + p.runs,
					    .seconds = l->searches[search].seconds_before + p.seconds};
		memcpy(c->points[c->npoints - 1].exposed, p.exposed, sizeof p.exposed);
		never_fall(c);
	}
}

static void read_found(const struct coverage_loader *l,
		       bool (*next)(struct hd_store *, struct hd_store_found *), struct hd_cover_found **list,
		       size_t *n)
{
	struct hd_store_found f;
	size_t cap = 0;

	while (next(l->store, &f)) {
		if (!search_counts(l, f.search))
			continue;
		*list = hd_grow(*list, &cap, *n + 1, sizeof **list);
		(*list)[(*n)++] = (struct hd_cover_found){hd_strdup(f.kind), hd_strdup(f.message), f.runs};
	}
}

void hd_coverage_load(struct hd_coverage *c, struct hd_store *s, bool all_builds)
{
	struct coverage_loader l = {.c = c, .store = s};

	c->builds.all = all_builds;
	read_builds_of_coverage(&l);
	read_present(&l);
	read_of_builds(s, hd_store_next_searched, &l.searched, &l.nsearched, &l.searched_cap);
	read_of_builds(s, hd_store_next_shown, &l.shown, &l.nshown, &l.shown_cap);
	read_sites(&l);
	read_iroots(&l);
	read_searches(&l);
	read_points(&l);
	read_found(&l, hd_store_next_failure, &c->failures, &c->nfailures);
	read_found(&l, hd_store_next_finding, &c->findings, &c->nfindings);
	hd_coverage_sort(c);
	free(l.sites);
	free(l.searches);
	free(l.newest);
	free(l.present);
	free(l.searched);
	free(l.shown);
}

static void free_found(struct hd_cover_found *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(list[i].kind);
		free(list[i].message);
	}
	free(list);
}

void hd_coverage_free(struct hd_coverage *c)
{
	for (size_t i = 0; i < c->nstrings; i++)
		free(c->strings[i]);
	for (size_t i = 0; i < c->nuses; i++) {
		free(c->uses[i].strategy);
		free(c->uses[i].args);
	}
	free(c->builds.build);
	free_found(c->failures, c->nfailures);
	free_found(c->findings, c->nfindings);
	free(c->strings);
	free(c->uses);
	free(c->open);
	free(c->points);
}
