/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/cause_kept_pointer.h"

#include <stdlib.h>

#include "base/text.h"
#include "report/build/cause_locks.h"
#include "report/build/cause_words.h"
#include "report/build/object_names.h"
#include "report/words.h"

/* Where the thread gives back what it has taken at `lock`; the end of the events: it does not. */
static const struct hd_wire_event *end_of_section(const struct hd_build *b, const struct hd_wire_event *lock)
{
	const struct hd_wire_event *e = lock + 1, *end = b->events + b->nevents;

	while (e < end && !(e->tid == lock->tid && e->op.kind == HD_UNLOCK && e->op.addr == lock->op.addr))
		e++;
	return e;
}

/* The last read of a pointer to the block in this critical section, or else the last store of one; NULL:
 * there is none. */
static const struct hd_wire_event *gets_pointer(const struct hd_build *b, const struct hd_wire_event *lock,
						const struct hd_wire_event *freed)
{
	const struct hd_wire_event *store = NULL;

	for (const struct hd_wire_event *e = end_of_section(b, lock); e-- > lock;) {
		if (e->tid != lock->tid || !hd_reads_pointer_to(e, freed))
			continue;
		if (hd_only_reads(&(struct hd_side){.event = e}))
			return e;
		if (!store)
			store = e;
	}
	return store;
}

/* The thread that takes the lock there puts something else where `pointer` was. */
static bool puts_another(const struct hd_build *b, const struct hd_wire_event *lock,
			 const struct hd_wire_event *pointer)
{
	const struct hd_wire_event *end = end_of_section(b, lock);

	for (const struct hd_wire_event *e = lock; e < end; e++)
		if (e->tid == lock->tid && hd_event_flags[e->op.kind] & HD_F_WRITE &&
		    e->op.addr == pointer->op.addr)
			return true;
	return false;
}

/* The experiment has shown that one critical section comes before the other. */
bool hd_choose_kept_pointer(const struct hd_build *b, const struct hd_decisive_list *l,
			    struct hd_freed_pointer *out)
{
	const struct hd_wire_event *lock, *other, *pointer;
	struct hd_freed_pointer x;

	if (!hd_choose_let_go(b, l, &x))
		return false;
	lock = hd_lock_around(b, x.look.event, x.look.event);
	other = hd_lock_around(b, x.change.event, x.change.event);
	if (!lock || !other || lock->op.addr != other->op.addr || end_of_section(b, lock) > other)
		return false;
	pointer = gets_pointer(b, lock, x.freed.event);
	if (!pointer || !puts_another(b, other, pointer))
		return false;
	*out = (struct hd_freed_pointer){.look = {.event = pointer}, .change = x.freed, .freed = x.freed};
	return true;
}

char *hd_kept_pointer_remedy(struct hd_build *b, const struct hd_freed_pointer *x)
{
	const struct hd_wire_event *e = hd_lock_around(b, x->look.event, x->look.event);
	const struct hd_wire_event *unlock = end_of_section(b, e);
	char *lock = hd_object_name(b, &e->place, e->op.addr, e->op.size);
	struct hd_text text;

	hd_text_begin(&text);
	fputs("keep ", text.f);
	hd_put_object(text.f, lock ? lock : "the lock");
	fputs(" as long as the pointer is used", text.f);
	if (unlock < b->events + b->nevents) {
		fputs(", and do not give it back at ", text.f);
		hd_put_side_place(b, text.f, &(struct hd_side){.event = unlock});
	}
	fputs("; or hand out an index or a copy, or let both hold a reference", text.f);
	free(lock);
	return hd_text_end(&text);
}
