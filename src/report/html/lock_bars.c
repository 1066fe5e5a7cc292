/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/lock_bars.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "report/held_locks.h"

struct bar { /* a lock that is held */
	unsigned tid;
	const char *name;
	json_int_t first;
};

struct lock_bars {
	struct hd_held_locks *held;
	struct hd_text_table *objects;
	struct bar *open;
	size_t n, cap;
	json_t *list;
};

static void end_bar(struct lock_bars *b, size_t i, json_int_t end)
{
	const struct bar *bar = &b->open[i];
	json_int_t row[] = {bar->tid, hd_text_number(b->objects, bar->name), bar->first, end};
	json_t *entry = json_array();

	for (unsigned c = 0; c < sizeof row / sizeof *row; c++)
		json_array_append_new(entry, json_integer(row[c]));
	json_array_append_new(b->list, entry);
	memmove(&b->open[i], &b->open[i + 1], (--b->n - i) * sizeof *b->open);
}

static bool still_holds(const struct lock_bars *b, const struct bar *bar)
{
	for (unsigned i = 0; i < hd_held_locks_count(b->held, bar->tid); i++)
		if (!strcmp(hd_held_lock_name(b->held, bar->tid, i), bar->name))
			return true;
	return false;
}

static bool is_open(const struct lock_bars *b, unsigned tid, const char *name)
{
	for (size_t i = 0; i < b->n; i++)
		if (b->open[i].tid == tid && !strcmp(b->open[i].name, name))
			return true;
	return false;
}

/* A step changes the locks of its own thread only. */
static void compare_locks(struct lock_bars *b, unsigned tid, json_int_t step)
{
	for (size_t i = b->n; i-- > 0;)
		if (b->open[i].tid == tid && !still_holds(b, &b->open[i]))
			end_bar(b, i, step);
	for (unsigned i = 0; i < hd_held_locks_count(b->held, tid); i++) {
		const char *name = hd_held_lock_name(b->held, tid, i);

		if (is_open(b, tid, name))
			continue;
		b->open = hd_grow(b->open, &b->cap, b->n + 1, sizeof *b->open);
		b->open[b->n++] = (struct bar){tid, name, step};
	}
}

json_t *hd_lock_bars(const struct hd_report *r, struct hd_text_table *objects)
{
	struct lock_bars b = {.held = hd_held_locks_begin(r), .objects = objects, .list = json_array()};

	for (unsigned i = 0; i < r->nthreads; i++)
		compare_locks(&b, r->threads[i].tid, -1);
	for (unsigned i = 0; i < r->nsteps; i++) {
		hd_held_locks_after(b.held, i);
		compare_locks(&b, r->steps_list[i].tid, i);
	}
	while (b.n)
		end_bar(&b, b.n - 1, r->nsteps);
	hd_held_locks_end(b.held);
	free(b.open);
	return b.list;
}
