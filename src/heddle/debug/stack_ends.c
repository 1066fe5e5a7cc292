/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/stack_ends.h"

#include <stdlib.h>

#include "base/fail.h"

void hd_stack_ends_note(struct hd_stack_ends *e, struct hd_debuggee *d, unsigned tid,
			const struct hd_stack_place *place)
{
	if (e->moves != d->moves)
		e->n = 0;
	e->moves = d->moves;
	for (size_t i = 0; i < e->n; i++)
		if (e->list[i].tid == tid)
			return;
	e->list = hd_grow(e->list, &e->cap, e->n + 1, sizeof(*e->list));
	e->list[e->n++] = (struct hd_stack_end){.tid = tid, .address = hd_stacks_last_return(d, place)};
}

void hd_stack_ends_hide(const struct hd_stack_ends *e, const struct hd_debuggee *d, uint64_t address,
			unsigned char *bytes, size_t n)
{
	if (e->moves != d->moves)
		return;
	for (size_t i = 0; i < e->n; i++)
		for (uint64_t at = e->list[i].address; at && at < e->list[i].address + sizeof(uint64_t); at++)
			if (at >= address && at - address < n)
				bytes[at - address] = 0;
}

void hd_stack_ends_term(struct hd_stack_ends *e)
{
	free(e->list);
	*e = (struct hd_stack_ends){0};
}
