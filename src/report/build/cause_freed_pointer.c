/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_freed_pointer.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/build/cause_facts.h"
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

/* The value is an address in the block that is freed there. */
static bool reads_pointer_to(const struct hd_wire_event *e, const struct hd_wire_event *freed)
{
	return hd_event_flags[e->op.kind] & HD_F_ACCESS && e->value_known && e->op.size == sizeof(void *) &&
	       e->value - freed->op.addr < freed->place.size;
}

bool hd_choose_freed_pointer(const struct hd_build *b, const struct hd_decisive_list *l,
			     struct hd_freed_pointer *out)
{
	const struct hd_wire_event *freed = free_of_block(b);
	bool any = false;

	for (size_t i = 0; freed && i < l->n; i++) {
		struct hd_order_pair x;

		if (!hd_take_pair(b, &l->list[i], &x) || x.second.decisive ||
		    x.first.event->tid != b->failure.tid || !hd_only_reads(&x.first) ||
		    !reads_pointer_to(x.first.event, freed) || !hd_writes(&x.second) ||
		    x.second.event->step > freed->step ||
		    (any && x.first.event->step <= out->look.event->step))
			continue;
		*out =
		    (struct hd_freed_pointer){.look = x.first, .change = x.second, .freed = {.event = freed}};
		any = true;
	}
	return any;
}

char *hd_freed_pointer_remedy(struct hd_build *b, const struct hd_freed_pointer *x)
{
	const struct hd_wire_event *look = x->look.event;
	char *object = hd_object_name(b, &look->place, look->op.addr, look->op.size);
	struct hd_text text;

	if (hd_is_freed_by_library(b)) {
		free(object);
		return hd_strdup(HD_LIBRARY_FREED_REMEDY);
	}
	hd_text_begin(&text);
	fputs("look at ", text.f);
	hd_put_object(text.f, object ? object : "the pointer");
	fputs(
	    " and use what it points to under one lock that the change takes, too; or let every user hold a "
	    "reference, or join the users before the memory is freed",
	    text.f);
	free(object);
	return hd_text_end(&text);
}
