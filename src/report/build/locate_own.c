/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/locate_own.h"

#include <string.h>

#include "report/build/locate.h"
#include "report/cause.h"
#include "report/words.h"

/* Take the place over if it is in the program's own source. */
static bool take_own(struct hd_location *l, struct hd_location caller)
{
	if (!hd_place_own(&caller)) {
		hd_location_free(&caller);
		return false;
	}
	hd_location_free(l);
	*l = caller;
	return true;
}

static bool is_in_destructor(const struct hd_location *l)
{
	return l->function && strstr(l->function, "::~");
}

/* A destructor frees the object that it destroys, and first makes it one of its own class, which no line of
 * it says: the line that destroys the object does. */
static bool is_unsaid(const struct hd_wire_event *e, const struct hd_location *l)
{
	if (!is_in_destructor(l) || !l->source)
		return false;
	if (e->op.kind == HD_FREE)
		return !strstr(l->source, "delete ") && !strstr(l->source, "delete[]") &&
		       !strstr(l->source, "free(");
	return e->op.kind == HD_WRITE && e->op.size == sizeof(void *) && !strpbrk(l->source, "=+-");
}

struct hd_location hd_locate_event(struct hd_build *b, const struct hd_wire_event *e)
{
	struct hd_location l = hd_locate(b, e->op.site);

	for (unsigned i = 0;
	     i < HD_CALLERS && e->callers[i] != HD_NO_SITE && (!hd_place_own(&l) || is_unsaid(e, &l)); i++)
		if (hd_site_is_own(b, e->callers[i]))
			take_own(&l, hd_locate(b, e->callers[i]));
	return l;
}

static bool is_other_line(const struct hd_location *l, const struct hd_location *than)
{
	return l->file && than->file && (l->line != than->line || strcmp(l->file, than->file) != 0);
}

struct hd_location hd_locate_call(struct hd_build *b, const struct hd_wire_event *e,
				  const struct hd_decisive *d)
{
	struct hd_location own = d ? hd_locate_decisive(b, d) : hd_locate_event(b, e), l = {0};
	unsigned n = d ? d->ncallers : HD_CALLERS;
	bool found = false, passed = d ? hd_place_own(&own) : hd_site_is_own(b, e->op.site);

	for (unsigned i = 0; i < n && (d || e->callers[i] != HD_NO_SITE) && !found; i++) {
		hd_location_free(&l);
		l = d ? hd_locate_at(b, d->callers[i].module, d->callers[i].offset)
		      : hd_locate(b, e->callers[i]);
		found = passed && hd_place_own(&l) && is_other_line(&l, &own);
		passed |= hd_place_own(&l);
	}
	hd_location_free(&own);
	if (found)
		return l;
	hd_location_free(&l);
	return (struct hd_location){0};
}

struct hd_location hd_locate_decisive(struct hd_build *b, const struct hd_decisive *d)
{
	struct hd_location l = hd_locate_at(b, d->at.module, d->at.offset);

	for (unsigned i = 0; i < d->ncallers &&
			     (!hd_place_own(&l) || (d->later.op.kind == HD_FREE && is_unsaid(&d->later, &l)));
	     i++)
		take_own(&l, hd_locate_at(b, d->callers[i].module, d->callers[i].offset));
	return l;
}

struct hd_location hd_locate_pending(struct hd_build *b, const struct hd_wire_thread *t)
{
	const struct hd_report_thread *known = hd_report_thread(b->report, t->tid);

	return known && hd_place_known(&known->where) ? hd_location_copy(&known->where)
						      : hd_locate(b, t->op.site);
}

static bool same_place(const struct hd_wire_place *a, const struct hd_wire_place *b)
{
	return a->kind == b->kind && a->offset == b->offset &&
	       ((a->kind != HD_PLACE_GLOBAL && a->kind != HD_PLACE_TLS) || a->module == b->module) &&
	       (a->kind != HD_PLACE_HEAP || a->block == b->block) &&
	       ((a->kind != HD_PLACE_STACK && a->kind != HD_PLACE_TLS) || a->tid == b->tid);
}

/* The last step of the thread at this site and place that is listed. */
static const struct hd_wire_event *last_step(const struct hd_build *b, unsigned tid, uint32_t site,
					     const struct hd_wire_place *place)
{
	for (unsigned i = b->nevents; i-- > 0;) {
		const struct hd_wire_event *e = &b->events[i];

		if (e->tid == tid && e->op.site == site && same_place(&e->place, place))
			return e;
	}
	return NULL;
}

struct hd_location hd_locate_acquisition(struct hd_build *b, unsigned tid, const struct hd_wire_place *lock,
					 uint32_t site)
{
	const struct hd_wire_event *e = hd_site_is_own(b, site) ? NULL : last_step(b, tid, site, lock);

	return e ? hd_locate_event(b, e) : hd_locate(b, site);
}

struct hd_location hd_locate_free(struct hd_build *b, const struct hd_wire_place *block)
{
	for (unsigned i = b->nevents; i-- > 0;) {
		const struct hd_wire_event *e = &b->events[i];

		if (e->op.kind == HD_FREE && e->tid == block->free_tid && e->op.site == block->free_site &&
		    e->place.kind == HD_PLACE_HEAP && e->place.block == block->block)
			return hd_locate_event(b, e);
	}
	return hd_locate(b, block->free_site);
}
