/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_handover.h"

#include <stdlib.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/build/object_names.h"
#include "report/words.h"

/* The last time that the thread has waited for a semaphore before this event; NULL: it has not. */
static const struct hd_wire_event *last_wait(const struct hd_build *b, const struct hd_wire_event *than)
{
	for (const struct hd_wire_event *e = than; e-- > b->events;)
		if (e->tid == than->tid && e->op.kind == HD_SEM_WAIT)
			return e;
	return NULL;
}

/* The only post of this semaphore so far, if that is one of this thread; NULL: it is not. */
static const struct hd_wire_event *only_post(const struct hd_build *b, const struct hd_wire_event *wait,
					     hd_tid tid)
{
	const struct hd_wire_event *post = NULL;

	for (const struct hd_wire_event *e = b->events; e < wait; e++) {
		if (e->op.addr != wait->op.addr || e->op.kind != HD_SEM_POST)
			continue;
		if (post || e->tid != tid)
			return NULL;
		post = e;
	}
	return post;
}

bool hd_is_handed_over_early(const struct hd_build *b, const struct hd_order_pair *order,
			     struct hd_between *out)
{
	const struct hd_wire_event *wait, *post;

	if (!hd_only_reads(&order->first) || !hd_writes(&order->second))
		return false;
	wait = last_wait(b, order->first.event);
	post = wait ? only_post(b, wait, order->second.event->tid) : NULL;
	if (!post)
		return false;
	*out = (struct hd_between){
	    .begin = {.event = post}, .end = order->second, .earlier = order->first, .later = order->first};
	return true;
}

void hd_name_handover(struct hd_build *b, const struct hd_between *x)
{
	const struct hd_wire_event *post = x->begin.event;
	char *object = hd_object_name(b, &post->place, post->op.addr, post->op.size);
	struct hd_text text;

	b->report->pattern = hd_strdup("a publication that comes too early (an iRoot of idiom 4)");
	hd_text_begin(&text);
	fputs("post ", text.f);
	hd_put_object(text.f, object ? object : "it");
	fputs(" last, when all that its waiters go on to read is complete", text.f);
	b->report->remedy = hd_text_end(&text);
	free(object);
}
