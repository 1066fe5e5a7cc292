/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/shrink/outline.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static bool is_carried_out(const struct hd_step *s)
{
	return s->kind != HD_VALUE && !(s->note & HD_NOTE_PENDING) && s->tid < HD_MAX_THREADS;
}

void hd_outline_add(struct hd_outline *o, hd_tid tid, uint32_t target)
{
	o->blocks = hd_grow(o->blocks, &o->cap, o->n + 1, sizeof(*o->blocks));
	o->blocks[o->n++] = (struct hd_block){.tid = tid, .target = target};
}

static void add_value(struct hd_outline *o, const struct hd_step *value)
{
	o->values = hd_grow(o->values, &o->values_cap, o->nvalues + 1, sizeof(*o->values));
	o->values[o->nvalues++] = *value;
}

void hd_outline_of_steps(struct hd_outline *o, const struct hd_step *steps, size_t n)
{
	uint32_t *done = hd_new(HD_MAX_THREADS, sizeof(*done));

	o->n = o->nvalues = 0;
	o->limit = 0;
	for (size_t i = 0; i < n; i++) {
		const struct hd_step *s = &steps[i];

		if (s->kind == HD_VALUE && !s->note)
			add_value(o, s);
		if (!is_carried_out(s))
			continue;
		done[s->tid]++;
		if (o->n && o->blocks[o->n - 1].tid == s->tid)
			o->blocks[o->n - 1].target = done[s->tid];
		else
			hd_outline_add(o, s->tid, done[s->tid]);
	}
	free(done);
}

void hd_outline_copy(struct hd_outline *to, const struct hd_outline *from)
{
	to->n = to->nvalues = 0;
	to->limit = from->limit;
	for (size_t i = 0; i < from->n; i++)
		hd_outline_add(to, from->blocks[i].tid, from->blocks[i].target);
	for (size_t i = 0; i < from->nvalues; i++)
		add_value(to, &from->values[i]);
}

void hd_outline_drop(struct hd_outline *o, size_t at, size_t count)
{
	memmove(o->blocks + at, o->blocks + at + count, (o->n - at - count) * sizeof(*o->blocks));
	o->n -= count;
}

void hd_outline_term(struct hd_outline *o)
{
	free(o->blocks);
	free(o->values);
	*o = (struct hd_outline){0};
}

size_t hd_outline_next_of(const struct hd_outline *o, size_t at)
{
	for (size_t i = at + 1; i < o->n; i++)
		if (o->blocks[i].tid == o->blocks[at].tid)
			return i;
	return o->n;
}

struct hd_run_size hd_run_size_of(const struct hd_step *steps, size_t n)
{
	struct hd_run_size size = {0};
	bool *seen = hd_new(HD_MAX_THREADS, sizeof(*seen));
	hd_tid last = HD_NO_TID;

	for (size_t i = 0; i < n; i++) {
		if (!is_carried_out(&steps[i]))
			continue;
		size.steps++;
		size.threads += !seen[steps[i].tid];
		seen[steps[i].tid] = true;
		size.switches += last != HD_NO_TID && steps[i].tid != last;
		last = steps[i].tid;
	}
	free(seen);
	return size;
}
