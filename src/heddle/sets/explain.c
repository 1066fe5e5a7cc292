/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle test --explain-sets: what was inferred about atomic sets and units of work. Everything comes from
 * shared memory that the program under test can write to: numbers are checked before they are used. */
#include "heddle/sets/explain.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "heddle/workers/uncontrolled_sources.h"

struct explain {
	const struct hd_atomic_sets *a;
	const struct hd_wire *wire;
	struct hd_symbols *symbols;
};

struct named_kind { /* a kind of objects, ready to be printed */
	char *name;
	const struct hd_kind *kind;
};

static int by_name(const void *a, const void *b)
{
	const struct named_kind *x = a, *y = b;
	int names = strcmp(x->name, y->name);

	if (names)
		return names;
	return x->kind->alloc_site < y->kind->alloc_site ? -1 : x->kind->alloc_site > y->kind->alloc_site;
}

static bool is_in_set(uint32_t flags)
{
	return flags & HD_MEMBER_WRITTEN && !(flags & (HD_MEMBER_ATOMIC | HD_MEMBER_IGNORED));
}

static const char *why_not(uint32_t flags)
{
	if (flags & HD_MEMBER_IGNORED)
		return "declared to be ignored";
	if (flags & HD_MEMBER_ATOMIC)
		return "atomic";
	return "only read once it is shared";
}

struct set_member {
	uint64_t place;
	uint32_t flags, site;
};

static int by_unit_place(const void *a, const void *b)
{
	const struct set_member *x = a, *y = b;

	return x->place < y->place ? -1 : x->place > y->place;
}

static unsigned members_of(const struct hd_kind *k, struct set_member *list)
{
	unsigned n = 0;

	for (unsigned i = 0; i < HD_KIND_MEMBERS; i++) {
		const struct hd_kind_member *m = &k->members[i];

		if (m->place && m->flags)
			list[n++] = (struct set_member){m->place, m->flags, m->site};
	}
	qsort(list, n, sizeof *list, by_unit_place);
	return n;
}

static void put_members(const struct explain *e, const struct hd_kind *k, FILE *out)
{
	struct set_member list[HD_KIND_MEMBERS];
	unsigned n = members_of(k, list);

	for (unsigned i = 0; i < n; i++) {
		char *name = hd_kind_member_name(e->a, k, list[i].place >> 32);
		char *at = hd_source_line_text(e->wire, list[i].site, e->symbols);

		if (is_in_set(list[i].flags))
			fprintf(out, "    member %s, written%s\n", name, at);
		else
			fprintf(out, "    not %s: %s\n", name, why_not(list[i].flags));
		free(name);
		free(at);
	}
}

static void put_owner(const struct explain *e, const struct hd_kind *k, FILE *out)
{
	const struct hd_kind *owner;
	char *name, *member;

	if (!k->owner || k->owner > HD_KINDS || k->flags & HD_KIND_CONTESTED)
		return;
	owner = &e->wire->inferred.kinds[k->owner - 1];
	name = hd_kind_name(e->a, e->wire, owner);
	member = hd_kind_member_name(e->a, owner, k->owner_offset);
	if (strcmp(name, member) != 0)
		fprintf(out, "    owned by %s, through %s: in the same set\n", name, member);
	else
		fprintf(out, "    owned by %s: in the same set\n", name);
	free(name);
	free(member);
}

static void put_why(const struct explain *e, const struct hd_kind_unit *u, FILE *out)
{
	const char *type = hd_layout_type_name(e->a->names, u->type);

	switch (atomic_load(&u->why)) {
	case HD_WHY_DECLARED:
		fputs("declared", out);
		break;
	case HD_WHY_PARAMETER:
		fprintf(out, "an operation on %s", type ? type : "it");
		break;
	case HD_WHY_FILE:
		fputs("an operation of the file that uses it", out);
		break;
	case HD_WHY_LOCAL:
		fputs("touches it, and only helpers call it", out);
		break;
	default:
		fputs("touches it", out);
		break;
	}
}

struct unit {
	const char *name;
	const struct hd_kind_unit *u;
};

static int by_function(const void *a, const void *b)
{
	const struct unit *x = a, *y = b;

	return strcmp(x->name, y->name);
}

/* The function was taken for a unit until more was learnt about it: say why it is none. */
static const char *no_unit(const struct explain *e, const struct hd_kind_unit *u)
{
	uint32_t learnt = e->wire->inferred.functions[u->function % HD_LAYOUT_FUNCTIONS], why = u->why;

	if ((why == HD_WHY_PARAMETER || why == HD_WHY_FILE) && learnt & HD_LEARNT_LOOPS &&
	    !(learnt & HD_LEARNT_TOUCHES))
		return "only calls others, in a loop";
	if (why == HD_WHY_TOUCHES && learnt & HD_LEARNT_RAN && !(learnt & (HD_LEARNT_CALLS | HD_LEARNT_MANY)))
		return "a getter or setter, belongs to who calls it";
	return NULL;
}

static void put_unit(const struct explain *e, const struct unit *unit, FILE *out)
{
	int line;
	const char *file = hd_layout_function_file(e->a->names, unit->u->function, &line);
	const char *not = no_unit(e, unit->u);

	fprintf(out, "    %s %s", not ? "not" : "unit", unit->name);
	if (file)
		fprintf(out, " %s:%d", hd_base_name(file), line);
	fputs(": ", out);
	if (not )
		fputs(not, out);
	else
		put_why(e, unit->u, out);
	if (unit->u->split && !not ) {
		char *at = hd_source_line_text(e->wire, unit->u->split, e->symbols);

		fprintf(out, "; split where it waits%s", at);
		free(at);
	}
	fputc('\n', out);
}

static void put_units(const struct explain *e, const struct hd_kind *k, FILE *out)
{
	struct unit list[HD_KIND_UNITS];
	unsigned n = 0;

	for (unsigned i = 0; i < HD_KIND_UNITS; i++) {
		uint32_t function = k->units[i].function;
		const char *name = function ? hd_layout_function_name(e->a->names, function) : NULL;

		if (name && k->units[i].why && k->units[i].why < HD_WHY_COUNT)
			list[n++] = (struct unit){name, &k->units[i]};
	}
	qsort(list, n, sizeof *list, by_function);
	for (unsigned i = 0; i < n; i++)
		put_unit(e, &list[i], out);
}

static void put_kind(const struct explain *e, const struct named_kind *entry, FILE *out)
{
	const struct hd_kind *k = entry->kind;
	char *at = k->alloc_site ? hd_source_line_text(e->wire, k->alloc_site, e->symbols) : NULL;

	fprintf(out, "atomic set: %s%s%s\n", entry->name, at ? ", allocated" : "", at ? at : "");
	free(at);
	put_owner(e, k, out);
	put_members(e, k, out);
	put_units(e, k, out);
	if (k->lost)
		fprintf(out, "    (more members and units than are kept here)\n");
}

/* Something of it is written once it is shared: else there is nothing to be kept consistent. */
static bool matters(const struct hd_kind *k)
{
	for (unsigned i = 0; i < HD_KIND_MEMBERS; i++)
		if (k->members[i].place && is_in_set(k->members[i].flags))
			return true;
	return false;
}

void hd_explain_sets(const struct hd_atomic_sets *a, const struct hd_wire *wire, struct hd_symbols *symbols,
		     FILE *out)
{
	const struct explain e = {a, wire, symbols};
	struct named_kind *list = hd_new(HD_KINDS, sizeof *list);
	unsigned n = 0;

	for (unsigned i = 0; i < HD_KINDS; i++) {
		const struct hd_kind *k = &wire->inferred.kinds[i];

		if (k->key && matters(k))
			list[n++] = (struct named_kind){hd_kind_name(a, wire, k), k};
	}
	qsort(list, n, sizeof *list, by_name);
	for (unsigned i = 0; i < n; i++) {
		put_kind(&e, &list[i], out);
		free(list[i].name);
	}
	if (!n)
		fprintf(out, "no atomic sets: no variable or heap block is written while threads share it\n");
	free(list);
}
