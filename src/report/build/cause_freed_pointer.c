/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_freed_pointer.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/build/cause_facts.h"
#include "report/build/cause_locks.h"
#include "report/build/object_names.h"
#include "report/words.h"

/* Where another thread than the one that fails has freed the block; NULL: the report does not list it. */
static const struct hd_wire_event *free_of_block(const struct hd_build *b)
{
	const struct hd_wire_place *block = &b->failure.place;

	if (b->failure.outcome != HD_OUT_USE_AFTER_FREE || block->kind != HD_PLACE_HEAP ||
	    block->free_tid == b->failure.tid)
		return NULL;
	for (const struct hd_wire_event *e = b->events + b->nevents; e-- > b->events;)
		if (e->op.kind == HD_FREE && e->tid == block->free_tid && e->place.kind == HD_PLACE_HEAP &&
		    e->place.block == block->block)
			return e;
	return NULL;
}

/* A run fails in which the change comes before the look, so the look is not what leads to the use. */
static bool fails_without(const struct hd_decisive_list *l, const struct hd_order_pair *x)
{
	for (unsigned run = 0; run < l->nfailing; run++)
		if (x->first.at->failing[run] != HD_NOT_IN_RUN &&
		    x->second.at->failing[run] < x->first.at->failing[run])
			return true;
	return false;
}

/* … or what the user goes by is a flag, or the size of what holds the pointer. */
static bool leads_to_use(const struct hd_decisive_list *l, const struct hd_order_pair *x,
			 const struct hd_wire_event *freed)
{
	return hd_reads_pointer_to(x->first.event, freed) ||
	       (x->second.event->tid == freed->tid && !fails_without(l, x));
}

bool hd_choose_freed_pointer(const struct hd_build *b, const struct hd_decisive_list *l,
			     struct hd_freed_pointer *out)
{
	const struct hd_wire_event *freed = free_of_block(b);
	bool any = false, points = false;

	for (size_t i = 0; freed && i < l->n; i++) {
		struct hd_order_pair x;
		bool is_pointer;

		if (!hd_take_pair(b, &l->list[i], &x) || x.second.decisive ||
		    x.first.event->tid != b->failure.tid || !hd_only_reads(&x.first) ||
		    !hd_writes(&x.second) || x.second.event->step >= freed->step ||
		    !leads_to_use(l, &x, freed))
			continue;
		is_pointer = hd_reads_pointer_to(x.first.event, freed);
		if (any && (points > is_pointer ||
			    (points == is_pointer && x.first.event->step <= out->look.event->step)))
			continue;
		*out =
		    (struct hd_freed_pointer){.look = x.first, .change = x.second, .freed = {.event = freed}};
		points = is_pointer;
		any = true;
	}
	return any;
}

bool hd_choose_early_look(const struct hd_build *b, const struct hd_decisive_list *l,
			  struct hd_freed_pointer *out)
{
	const struct hd_wire_event *freed = free_of_block(b);

	for (size_t i = 0; freed && i < l->n; i++) {
		struct hd_order_pair x;

		if (!hd_take_pair(b, &l->list[i], &x) || x.second.event != freed ||
		    x.first.event->tid != b->failure.tid || !hd_reads_pointer_to(x.first.event, freed))
			continue;
		*out = (struct hd_freed_pointer){.look = x.first, .change = x.second, .freed = x.second};
		return true;
	}
	return false;
}

bool hd_choose_let_go(const struct hd_build *b, const struct hd_decisive_list *l,
		      struct hd_freed_pointer *out)
{
	const struct hd_wire_event *freed = free_of_block(b);
	bool any = false;

	for (size_t i = 0; freed && i < l->n; i++) {
		struct hd_order_pair x;

		if (!hd_take_pair(b, &l->list[i], &x) || x.second.decisive ||
		    x.first.event->tid != b->failure.tid || x.second.event->tid != freed->tid ||
		    !hd_writes(&x.first) || !hd_only_reads(&x.second) || x.second.event->step > freed->step ||
		    !x.first.event->value_known || x.first.event->value != x.second.event->value ||
		    (any && x.first.event->step <= out->look.event->step))
			continue;
		*out = (struct hd_freed_pointer){
		    .look = x.first, .change = x.second, .freed = {.event = freed}, .lets_go = true};
		any = true;
	}
	return any;
}

/* Event `store` puts a pointer to the block where thread `tid` has read a null pointer before. NULL: it has
 * not. */
static const struct hd_wire_event *found_empty(const struct hd_build *b, const struct hd_wire_event *store,
					       hd_tid tid)
{
	for (const struct hd_wire_event *e = store; e-- > b->events;)
		if (e->tid == tid && e->op.addr == store->op.addr && e->op.size == store->op.size &&
		    hd_event_flags[e->op.kind] & HD_F_ACCESS)
			return hd_event_flags[e->op.kind] & HD_F_WRITE || !e->value_known || e->value ? NULL
												      : e;
	return NULL;
}

/* The user puts a pointer, before `store` and in the same critical section, where the other thread has read a
 * null pointer before that: the way to where the block is to be. NULL: that is not so. */
static const struct hd_wire_event *found_no_way(const struct hd_build *b, const struct hd_wire_event *store,
						hd_tid tid)
{
	const struct hd_wire_event *lock = hd_lock_around(b, store, store), *best = NULL;

	for (const struct hd_wire_event *e = lock; e && e < store; e++) {
		const struct hd_wire_event *look;

		if (e->tid != store->tid || !(hd_event_flags[e->op.kind] & HD_F_WRITE) ||
		    e->op.size != sizeof(void *) || !e->value_known || !e->value)
			continue;
		look = found_empty(b, e, tid);
		if (look && look < lock && (!best || look > best))
			best = look;
	}
	return best;
}

/* The thread writes there after this event. */
static bool replaces(const struct hd_build *b, const struct hd_wire_event *from, hd_tid tid,
		     const struct hd_op *op)
{
	for (const struct hd_wire_event *e = from; e < b->events + b->nevents; e++)
		if (e->tid == tid && hd_event_flags[e->op.kind] & HD_F_WRITE && e->op.addr == op->addr)
			return true;
	return false;
}

bool hd_choose_made_twice(const struct hd_build *b, struct hd_order_pair *out)
{
	const struct hd_wire_event *freed = free_of_block(b);

	for (const struct hd_wire_event *e = freed; e && e-- > b->events;) {
		const struct hd_wire_event *look;

		if (e->tid != b->failure.tid || !(hd_event_flags[e->op.kind] & HD_F_WRITE) ||
		    !hd_reads_pointer_to(e, freed))
			continue;
		look = found_empty(b, e, (hd_tid)freed->tid);
		if (!look)
			look = found_no_way(b, e, (hd_tid)freed->tid);
		if (!look || !replaces(b, e, (hd_tid)freed->tid, &e->op))
			continue;
		*out = (struct hd_order_pair){.first = {.event = look}, .second = {.event = e}};
		return true;
	}
	return false;
}

static bool counts_references(const struct hd_side *s, const struct hd_wire_event *freed)
{
	const struct hd_wire_place *place = &s->event->place;

	return s->event->op.kind == HD_ATOMIC_RMW && place->kind == HD_PLACE_HEAP &&
	       place->block == freed->place.block;
}

static bool is_revival(const struct hd_build *b, const struct hd_between *x,
		       const struct hd_wire_event *freed)
{
	return !x->end.decisive && x->begin.event->tid == freed->tid && x->end.event->step < freed->step &&
	       hd_writes(&x->end) && x->earlier.event->tid == b->failure.tid &&
	       counts_references(&x->begin, freed) && counts_references(&x->later, freed);
}

bool hd_choose_revival(const struct hd_build *b, const struct hd_decisive_list *l, struct hd_between *out)
{
	const struct hd_wire_event *freed = free_of_block(b);

	for (size_t i = 0; freed && i < l->n; i++)
		for (size_t k = 0; k < l->n; k++) {
			struct hd_order_pair in, end;

			if (hd_take_pair(b, &l->list[i], &in) && hd_take_pair(b, &l->list[k], &end) &&
			    hd_make_between(&in, &end, out) && is_revival(b, out, freed) &&
			    !hd_orders_are_refuted(l, &in, &end))
				return true;
		}
	return false;
}

char *hd_freed_pointer_remedy(struct hd_build *b, const struct hd_freed_pointer *x)
{
	const struct hd_wire_event *look = x->look.event;
	char *object = hd_object_name(b, &look->place, look->op.addr, look->op.size);
	struct hd_text text;

	if (hd_is_freed_by_library(b) && !x->lets_go) {
		free(object);
		return hd_strdup(HD_LIBRARY_FREED_REMEDY);
	}
	hd_text_begin(&text);
	if (x->lets_go) {
		fputs("write ", text.f);
		hd_put_object(text.f, object ? object : "it");
		fputs(" last, when the block is not used any more", text.f);
		free(object);
		return hd_text_end(&text);
	}
	fputs("look at ", text.f);
	hd_put_object(text.f, object ? object : "the pointer");
	fputs(" and use the block under one lock that the change takes, too; or let every user hold a "
	      "reference, or join the users before the memory is freed",
	      text.f);
	free(object);
	return hd_text_end(&text);
}
