/* SPDX-License-Identifier: Apache-2.0 */
#include "analysis/sets/sets_unit.h"

#include "analysis/sets/sets_kind.h"
#include "analysis/sets/sets_merge.h"
#include "analysis/sets/sets_place.h"
#include "analysis/sets/sets_section.h"
#include "analysis/sets/sets_stack.h"

static void end_unit(struct hd_sets *s, hd_tid tid, struct hd_sets_frame *f)
{
	if (f->unit && s->unit_end)
		s->unit_end(s->to, tid, f->unit);
	if (f->unit)
		hd_merge_end(s, f);
	f->unit = 0;
}

static struct hd_sets_frame *innermost(const struct hd_sets_thread *t)
{
	return t->frames && t->depth && t->depth <= HD_SETS_FRAMES ? &t->frames[t->depth - 1] : NULL;
}

static void unit_leave(struct hd_sets *s, hd_tid tid, struct hd_sets_thread *t, uint32_t depth)
{
	for (; t->depth > depth; t->depth--) {
		struct hd_sets_frame *f = innermost(t);

		if (t->sections)
			hd_section_return(s, tid, t);
		if (!f)
			continue;
		if (s->sections_only)
			continue;
		hd_learn_function(s, f->function, HD_LEARNT_RAN);
		end_unit(s, tid, f);
	}
	if (t->locals)
		hd_sets_locals_gone(s, t, depth);
}

static void learn_call(struct hd_sets *s, const struct hd_sets_thread *t, uint32_t depth, uint32_t function)
{
	const struct hd_sets_frame *above = innermost(t);

	if (above)
		hd_learn_function(s, above->function, HD_LEARNT_CALLS);
	if (!depth)
		hd_learn_function(s, function, HD_LEARNT_ENTRY);
}

static void put_frame(struct hd_sets *s, struct hd_sets_frame *f, uint32_t function, uint64_t caller)
{
	if (s->sections_only) {
		f->function = function;
		f->caller = caller;
	} else {
		*f = (struct hd_sets_frame){.function = function, .caller = caller, .serial = ++s->nserials};
	}
}

void hd_sets_enter(struct hd_sets *s, hd_tid tid, uint32_t depth, uint32_t function, uint64_t caller)
{
	struct hd_sets_thread *t = hd_sets_thread(s, tid);

	if (!t)
		return;
	unit_leave(s, tid, t, depth);
	if (!s->sections_only)
		learn_call(s, t, depth, function);
	if (t->sections)
		hd_section_call(s, tid, t, depth, function, caller);
	for (; t->depth < depth && t->depth < HD_SETS_FRAMES; t->depth++) /* not told */
		put_frame(s, &t->frames[t->depth], 0, 0);
	t->depth = depth + 1;
	if (t->frames && depth < HD_SETS_FRAMES)
		put_frame(s, &t->frames[depth], function, caller);
}

void hd_sets_leave(struct hd_sets *s, hd_tid tid, uint32_t depth)
{
	struct hd_sets_thread *t = hd_sets_thread(s, tid);

	if (t)
		unit_leave(s, tid, t, depth);
}

void hd_sets_sync(struct hd_sets *s, hd_tid tid)
{
	const struct hd_sets_thread *t = s->sections_only ? NULL : hd_sets_thread(s, tid);
	const struct hd_sets_frame *f = t ? innermost(t) : NULL;

	if (f)
		hd_learn_function(s, f->function, HD_LEARNT_CALLS);
}

void hd_sets_begin_again(struct hd_sets *s, hd_tid tid, struct hd_sets_frame *f)
{
	end_unit(s, tid, f);
	for (unsigned k = 0; k < sizeof f->sets / sizeof f->sets[0]; k++)
		f->sets[k] = f->joined[k] = 0;
}

void hd_sets_split(struct hd_sets *s, hd_tid tid, uint32_t site)
{
	struct hd_sets_thread *t = s->sections_only ? NULL : hd_sets_thread(s, tid);

	if (!t)
		return;
	hd_sets_sync(s, tid);
	t->split_site = site;
	for (uint32_t i = 0; i < t->depth && i < HD_SETS_FRAMES; i++) {
		struct hd_sets_frame *f = &t->frames[i];

		if (f->unit)
			f->epoch++;
		hd_sets_begin_again(s, tid, f);
		f->memo[0].object = f->memo[1].object = NULL;
	}
}

/* ---- which one is it ---- */

/* The function is a part of its caller: it is static or private, from a library's header, not known to the
 * layout, or declared to be no unit. */
static bool unit_is_helper(const struct hd_sets *s, uint32_t function)
{
	uint32_t flags = hd_function(s, function)->flags, learnt = hd_learnt(s, function);

	if (!function || flags & (HD_FN_SYSTEM | HD_FN_NO_UNIT) || !(flags & HD_FN_EXTERNAL))
		return true;
	/* Simple getters and setters: one access and nothing else. */
	return learnt & HD_LEARNT_RAN && !(learnt & (HD_LEARNT_CALLS | HD_LEARNT_MANY));
}

/* An object, what it is an element of, and what owns it: operations on those are operations on it. */
static const struct hd_sets_object *around(const struct hd_sets_object *o)
{
	return o->whole ? o->whole : o->owner;
}

static bool declared_for(const struct hd_sets *s, const struct hd_layout_function *f,
			 const struct hd_sets_object *o)
{
	if (f->unit_for > HD_LAYOUT_REFS || f->nunit_for > HD_LAYOUT_REFS - f->unit_for)
		return false;
	for (uint32_t i = 0; i < f->nunit_for; i++) {
		uint32_t what = s->layout->refs[f->unit_for + i];

		for (const struct hd_sets_object *x = o; x; x = around(x))
			if ((x->type && what == x->type) ||
			    (x->variable && what == (HD_LAYOUT_REF_VARIABLE | x->variable)))
				return true;
	}
	return false;
}

bool hd_unit_is_declared(const struct hd_sets *s, uint32_t function, const struct hd_sets_object *o)
{
	const struct hd_layout_function *f = hd_function(s, function);

	return f->flags & HD_FN_UNIT || (f->flags & HD_FN_UNIT_FOR && declared_for(s, f, o));
}

/* It calls operations in a loop, and does nothing to their object by itself: a test's driver, or a thread's
 * body that has a name. */
static bool is_driver(uint32_t learnt)
{
	return learnt & HD_LEARNT_LOOPS && !(learnt & HD_LEARNT_TOUCHES);
}

/* The file is a module of its own: no thread begins there. */
static bool is_module(const struct hd_sets *s, uint32_t file)
{
	return file && file != s->layout->main_file;
}

static enum hd_unit_why operation_on(struct hd_sets *s, uint32_t function, const struct hd_sets_object *o)
{
	const struct hd_layout_function *f = hd_function(s, function);

	if (!function || f->flags & (HD_FN_SYSTEM | HD_FN_MAIN | HD_FN_NO_UNIT))
		return HD_WHY_NONE;
	if (hd_unit_is_declared(s, function, o))
		return HD_WHY_DECLARED;
	if (f->flags & HD_FN_UNIT_FOR || !(f->flags & HD_FN_EXTERNAL) || is_driver(hd_learnt(s, function)))
		return HD_WHY_NONE;
	for (const struct hd_sets_object *x = o; x; x = around(x)) {
		if (!hd_file_touches(s, x, f->file))
			continue;
		s->matched = x->type;
		if (hd_layout_takes(s->layout, function, x->type))
			return HD_WHY_PARAMETER;
		if (x->variable && x->type && is_module(s, f->file))
			return HD_WHY_FILE;
	}
	return HD_WHY_NONE;
}

/* The function that the thread begins with: the outermost that is the program's own. */
static int entry_of(const struct hd_sets *s, const struct hd_sets_thread *t, int depth)
{
	int i = 0;

	while (i < depth - 1 &&
	       (hd_function(s, t->frames[i].function)->flags & (HD_FN_SYSTEM | HD_FN_BEGINS)) == HD_FN_SYSTEM)
		i++;
	return i;
}

/* No operation of the object's is under way: the one that touches it is its unit. */
static int toucher(const struct hd_sets *s, const struct hd_sets_thread *t, int entry, int depth,
		   enum hd_unit_why *why)
{
	int i = depth - 1;

	*why = HD_WHY_TOUCHES;
	while (i > entry && unit_is_helper(s, t->frames[i].function))
		i--;
	if (i > entry)
		return i;
	*why = HD_WHY_LOCAL;
	for (i = depth - 1; i > entry; i--) {
		uint32_t function = t->frames[i].function, flags = hd_function(s, function)->flags;

		if (function && !(flags & (HD_FN_SYSTEM | HD_FN_NO_UNIT)))
			return i;
	}
	*why = HD_WHY_ALONE;
	return -1;
}

static int unit_find(struct hd_sets *s, const struct hd_sets_thread *t, const struct hd_sets_object *o,
		     int from, int depth, enum hd_unit_why *why)
{
	int entry = entry_of(s, t, depth);

	for (int i = from > entry + 1 ? from : entry + 1; i < depth; i++) {
		*why = operation_on(s, t->frames[i].function, o);
		if (*why)
			return i;
	}
	return toucher(s, t, from > entry ? from - 1 : entry, depth, why);
}

/* Between the unit and the access there are only its helpers. */
static bool by_itself(const struct hd_sets *s, const struct hd_sets_thread *t, int unit, int depth)
{
	for (int i = unit + 1; i < depth; i++)
		if ((hd_function(s, t->frames[i].function)->flags & (HD_FN_EXTERNAL | HD_FN_SYSTEM)) ==
		    HD_FN_EXTERNAL)
			return false;
	return true;
}

/* The unit calls an operation that would be one itself. If it does so twice from one place, it loops. */
static void look_for_loops(struct hd_sets *s, struct hd_sets_thread *t, const struct hd_sets_object *o,
			   int unit, int depth)
{
	struct hd_sets_frame *f = &t->frames[unit], *child = f + 1;
	enum hd_unit_why why;

	if (by_itself(s, t, unit, depth)) {
		hd_learn_function(s, f->function, HD_LEARNT_TOUCHES);
		return;
	}
	if (unit_find(s, t, o, unit + 1, depth, &why) < 0 || why == HD_WHY_LOCAL)
		return; /* a getter */
	if (hd_function(s, f->function)->family == hd_function(s, child->function)->family)
		return; /* list_add_all() calls list_add(): they are of one kind */
	for (unsigned i = 0; i < sizeof f->calls / sizeof f->calls[0]; i++) {
		if (!f->calls[i].caller) {
			f->calls[i].caller = child->caller;
			f->calls[i].serial = child->serial;
			return;
		}
		if (f->calls[i].caller == child->caller && f->calls[i].serial != child->serial) {
			hd_learn_function(s, f->function, HD_LEARNT_LOOPS);
			return;
		}
	}
}

/* The file of the function that touches the object counts as one that does, and so do its callers' files as
 * long as the function below is not external, that is, a helper. */
static void learn_files(struct hd_sets *s, const struct hd_sets_thread *t, const struct hd_sets_object *o,
			int depth)
{
	const struct hd_layout_function *l;
	int i = depth - 1;

	do {
		const struct hd_sets_object *x = o;

		l = hd_function(s, t->frames[i].function);
		do
			hd_learn_file(s, x, l->file);
		while ((x = x->whole));
	} while (i-- > 0 && !(l->flags & HD_FN_EXTERNAL));
}

int hd_unit_frame(struct hd_sets *s, struct hd_sets_thread *t, const struct hd_sets_object *o,
		  enum hd_unit_why *why)
{
	int depth = t->depth < HD_SETS_FRAMES ? (int)t->depth : HD_SETS_FRAMES, unit;
	struct hd_sets_frame *f;
	uint32_t matched;

	*why = HD_WHY_ALONE;
	if (!depth)
		return -1;
	f = &t->frames[depth - 1];
	for (unsigned i = 0; i < 2; i++)
		if (f->memo[i].object == o) {
			*why = f->memo[i].why;
			return f->memo[i].unit == UINT8_MAX ? -1 : f->memo[i].unit;
		}
	learn_files(s, t, o, depth);
	s->matched = 0;
	unit = unit_find(s, t, o, 1, depth, why);
	matched = s->matched;
	if (unit >= 0 && (*why == HD_WHY_PARAMETER || *why == HD_WHY_FILE))
		look_for_loops(s, t, o, unit, depth);
	if (unit >= 0)
		hd_kind_note_unit(
		    s, o->kind, t->frames[unit].function,
		    (struct hd_unit_reason){*why, matched, t->frames[unit].epoch ? t->split_site : 0});
	f->memo[1] = f->memo[0];
	f->memo[0].object = o;
	f->memo[0].unit = unit < 0 ? UINT8_MAX : (uint8_t)unit;
	f->memo[0].why = (uint8_t)*why;
	return unit;
}
