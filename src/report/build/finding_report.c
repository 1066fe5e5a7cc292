/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/finding_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"
#include "model/check.h"
#include "report/build/build.h"
#include "report/build/finding_atomic_set.h"
#include "report/build/locate.h"
#include "report/build/object_names.h"
#include "report/build/take_record.h"
#include "report/utf8.h"
#include "report/words.h"
#include "wire/wire_check.h"

#define MAX_NAME 300

/* ---- taking it over: the program may have scribbled over it ---- */

static bool check_part(struct hd_wire_part *p)
{
	if (p->tid >= HD_MAX_THREADS || p->nheld > HD_HELD_MAX || p->nstack > HD_STACK_MAX ||
	    p->unit_frame >= HD_STACK_MAX)
		return false;
	p->name[sizeof p->name - 1] = '\0';
	hd_wire_check_place(&p->place);
	for (unsigned i = 0; i < p->nheld; i++)
		hd_wire_check_place(&p->held[i].place);
	return true;
}

static bool finding_take(const struct hd_wire *wire, unsigned index, struct hd_wire_finding *f)
{
	memcpy(f, &wire->findings[index], sizeof *f);
	if (f->kind >= HD_ANALYSES || hd_analysis_infos[f->kind].when == HD_ANALYSIS_INTERNAL ||
	    f->nparts > HD_FINDING_PARTS || f->nparts < (f->kind == HD_ANALYSIS_lock_order ? 1 : 2))
		return false;
	for (unsigned i = 0; i < f->nparts; i++)
		if (!check_part(&f->parts[i]))
			return false;
	return true;
}

/* ---- the threads ---- */

static char *finding_name_of(const struct hd_wire_part *p, const struct hd_report_thread *t)
{
	if (p->name[0])
		return hd_clean(p->name, MAX_NAME);
	if (p->tid == 0) /* also in exit handlers, after main has returned */
		return hd_strdup("main");
	if (p->nstack == HD_STACK_MAX) /* the outermost functions may be missing */
		return NULL;
	for (unsigned i = t->nstack; i-- > 0;)
		if (hd_place_own(&t->stack[i]) && t->stack[i].function)
			return hd_strdup(t->stack[i].function);
	return NULL;
}

/* What an operation does to its object; a place that means nothing special is as good as a use. */
static const char *operation_words(unsigned kind)
{
	static const char *const words[HD_EVENT_COUNT] = {
	    [HD_INIT] = "initialises",	  [HD_DESTROY] = "destroys",   [HD_LOCK] = "locks",
	    [HD_RELOCK] = "locks again",  [HD_TRYLOCK] = "tries",      [HD_UNLOCK] = "unlocks",
	    [HD_RDLOCK] = "read-locks",	  [HD_WRLOCK] = "write-locks", [HD_SPINLOCK] = "locks",
	    [HD_COND_WAIT] = "waits on",  [HD_SIGNAL] = "signals",     [HD_BROADCAST] = "broadcasts to",
	    [HD_SEM_WAIT] = "waits on",	  [HD_SEM_POST] = "posts to",  [HD_BARRIER] = "waits at",
	    [HD_CLOSE] = "closes",	  [HD_INPUT] = "reads from",   [HD_OUTPUT] = "writes to",
	    [HD_ACCEPT] = "accepts from", [HD_CONNECT] = "connects",   [HD_EPOLL_WAIT] = "waits on",
	    [HD_FREE] = "frees",
	};

	return kind < HD_EVENT_COUNT && words[kind] ? words[kind] : "uses";
}

static const char *doing(const struct hd_wire_finding *f, const struct hd_wire_part *p,
			 const struct hd_location *where)
{
	if (f->kind == HD_ANALYSIS_lock_order)
		return "wants";
	if (p->op == HD_FREE && where->source && strstr(where->source, "realloc"))
		return "reallocates";
	if (p->op != HD_NONE)
		return operation_words(p->op);
	if (p->atomic)
		return p->write ? "changes atomically" : "reads atomically";
	return p->write ? "writes" : "reads";
}

/* Where the program does it: the innermost frame that is not in a system header, such as that of std::mutex.
 */
static struct hd_location part_location(struct hd_build *b, const struct hd_wire_part *p,
					const struct hd_report_thread *t)
{
	for (unsigned i = 0; i < t->nstack; i++)
		if (hd_place_own(&t->stack[i]))
			return hd_location_copy(&t->stack[i]);
	return hd_locate(b, p->stack[0]);
}

static void finding_fill_thread(struct hd_build *b, const struct hd_wire_finding *f, unsigned i)
{
	const struct hd_wire_part *p = &f->parts[i];
	struct hd_report_thread *t = &b->report->threads[i];

	*t = (struct hd_report_thread){.tid = p->tid, .owner = -1};
	t->stack = hd_locate_stack(b, p->stack, p->nstack, &t->nstack);
	t->where = part_location(b, p, t);
	t->name = finding_name_of(p, t);
	t->state = hd_strdup(doing(f, p, &t->where));
}

/* What is touched; all of a block that is freed. What is said of the only block again is said of `the` node.
 */
static char *part_object(struct hd_build *b, const struct hd_wire_finding *f, unsigned i)
{
	struct hd_wire_place place = f->parts[i].place;
	uint64_t size = 0;
	char *name, *again;

	if (f->parts[i].op == HD_FREE && place.kind == HD_PLACE_HEAP) {
		place.offset = 0;
		size = place.size;
	}
	name = hd_object_name(b, &place, f->addr, size);
	if (!i || !name || !b->one_block)
		return name;
	again = hd_sprintf("the%s", name + strcspn(name, " "));
	free(name);
	return again;
}

static void fill_objects(struct hd_build *b, const struct hd_wire_finding *f, unsigned i)
{
	const struct hd_wire_part *p = &f->parts[i];
	struct hd_report_thread *t = &b->report->threads[i];

	t->waits_for = part_object(b, f, i);
	t->held = hd_new(p->nheld, sizeof *t->held);
	for (; t->nheld < p->nheld; t->nheld++) {
		char *name = hd_object_name(b, &p->held[t->nheld].place, 0, 0);

		t->held[t->nheld] = (struct hd_report_lock){name ? name : hd_strdup("a lock"),
							    hd_locate(b, p->held[t->nheld].site)};
	}
}

/* ---- the sentence ---- */

static void finding_say_places(FILE *f, const struct hd_report *r, const char *meaning)
{
	for (unsigned i = 0; i < r->nthreads; i++) {
		hd_put_part(f, r, i);
		fputs(", ", f);
	}
	fputs(meaning, f);
}

static void say_cycle(FILE *f, const struct hd_report *r)
{
	for (unsigned i = 0; i < r->nthreads; i++) {
		const struct hd_report_thread *t = &r->threads[i];

		fputs(i ? ", " : "", f);
		hd_put_thread(f, r, t->tid);
		fputs(" holds ", f);
		hd_put_object(f, t->nheld ? t->held[0].name : "a lock");
		fputs(" and wants ", f);
		hd_put_object(f, t->waits_for ? t->waits_for : "another lock");
	}
	fputs(": they could deadlock", f);
}

static void say_relock(FILE *f, const struct hd_report *r)
{
	hd_put_part(f, r, 0);
	fputs(" while it holds it", f);
}

static char *finding_sentence(struct hd_build *b, const struct hd_wire_finding *f)
{
	const struct hd_report *r = b->report;
	struct hd_text text;

	hd_text_begin(&text);
	if (f->kind == HD_ANALYSIS_atomic_set)
		hd_say_violation(b, f, text.f);
	else if (f->kind != HD_ANALYSIS_lock_order)
		finding_say_places(text.f, r, hd_analysis_infos[f->kind].meaning);
	else if (f->nparts == 1)
		say_relock(text.f, r);
	else
		say_cycle(text.f, r);
	return hd_text_end(&text);
}

/* All the places that it names are in the same block: it needs no letter, which could be another one than the
 * report of a failure has for the block. */
static bool is_of_one_block(const struct hd_wire_finding *f)
{
	const struct hd_wire_place *first = &f->parts[0].place;

	if (f->kind == HD_ANALYSIS_lock_order || f->kind == HD_ANALYSIS_atomic_set)
		return false;
	for (unsigned i = 0; i < f->nparts; i++) {
		const struct hd_wire_part *p = &f->parts[i];

		if (p->place.kind == HD_PLACE_HEAP && p->place.block != first->block)
			return false;
		for (unsigned k = 0; k < p->nheld; k++)
			if (p->held[k].place.kind == HD_PLACE_HEAP && p->held[k].place.block != first->block)
				return false;
	}
	return first->kind == HD_PLACE_HEAP;
}

struct hd_report *hd_report_of_finding(const struct hd_wire *wire, unsigned index, struct hd_symbols *symbols)
{
	struct hd_wire_finding f;
	struct hd_build b = hd_build_begin(wire, 0, symbols);
	struct hd_report *r = b.report;

	if (!finding_take(wire, index, &f)) {
		hd_build_end(&b);
		hd_report_free(r);
		return NULL;
	}
	r->kind = hd_strdup(hd_analysis_infos[f.kind].name);
	r->tid = -1;
	r->run = f.run;
	r->seed = wire->options.seed;
	b.one_block = is_of_one_block(&f);
	r->threads = hd_new(f.nparts, sizeof *r->threads);
	for (; r->nthreads < f.nparts; r->nthreads++)
		finding_fill_thread(&b, &f, r->nthreads);
	for (unsigned i = 0; i < f.nparts; i++)
		fill_objects(&b, &f, i);
	if (f.kind != HD_ANALYSIS_lock_order && f.parts[0].place.kind == HD_PLACE_HEAP)
		r->address = hd_object_story(&b, &f.parts[0].place);
	r->message = finding_sentence(&b, &f);
	if (f.kind == HD_ANALYSIS_atomic_set) {
		r->detail =
		    hd_strdup("this may be wrong, please judge: which data belongs together is inferred "
			      "from how the program uses it");
		hd_explain_violation(&b, &f);
	}
	hd_list_blocks(&b);
	hd_build_end(&b);
	return r;
}
