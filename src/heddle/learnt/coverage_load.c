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

struct coverage_loader {
	struct hd_coverage *c;
	struct hd_store *store;
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

static void read_found(struct hd_store *s, bool (*next)(struct hd_store *, struct hd_store_found *),
		       struct hd_cover_found **list, size_t *n)
{
	struct hd_store_found f;
	size_t cap = 0;

	while (next(s, &f)) {
		*list = hd_grow(*list, &cap, *n + 1, sizeof **list);
		(*list)[(*n)++] = (struct hd_cover_found){hd_strdup(f.kind), hd_strdup(f.message), f.runs};
	}
}

void hd_coverage_load(struct hd_coverage *c, struct hd_store *s)
{
	struct coverage_loader l = {.c = c, .store = s};

	read_sites(&l);
	read_iroots(&l);
	read_searches(&l);
	read_points(&l);
	read_found(s, hd_store_next_failure, &c->failures, &c->nfailures);
	read_found(s, hd_store_next_finding, &c->findings, &c->nfindings);
	hd_coverage_sort(c);
	free(l.sites);
	free(l.searches);
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
	free_found(c->failures, c->nfailures);
	free_found(c->findings, c->nfindings);
	free(c->strings);
	free(c->uses);
	free(c->open);
	free(c->points);
}
