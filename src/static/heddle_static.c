/* SPDX-License-Identifier: Apache-2.0
 *
 * heddle-static: reads the bitcode of a program from its standard input, and writes the pairs that it finds
 * to its standard output (docs/static.md). `heddle static` runs it; it is a program of its own so that only
 * it needs LLVM. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "static/call_graph.h"
#include "static/filter.h"
#include "static/find.h"
#include "static/held.h"
#include "static/ir/whole_program.h"
#include "static/thread_kinds_find.h"

struct static_options {
	unsigned filters;
	bool flow;	    /* also say how threads come from place to place */
	bool count_filters; /* also say how many pairs there are without each of the filters */
};

/* Everything on the standard input. */
static unsigned char *read_input(size_t *size)
{
	unsigned char *bytes = NULL;
	size_t cap = 0, got;

	*size = 0;
	do {
		bytes = hd_grow(bytes, &cap, *size + (1 << 16), 1);
		got = fread(bytes + *size, 1, cap - *size, stdin);
		*size += got;
	} while (got);
	return bytes;
}

static void mark_escaped(struct hd_static_facts *f)
{
	for (size_t i = 0; i < f->cells.nobjects; i++) {
		const struct hd_object *o = &f->cells.objects[i];

		if (o->kind == HD_OBJECT_GLOBAL)
			hd_cells_escape(&f->cells, (struct hd_cell){o->node, 0});
	}
	for (size_t i = 0; i < f->nacts; i++) {
		const struct hd_act *act = &f->acts[i];

		if (act->what != HD_CREATE && !(act->what == HD_NONE && act->loose))
			continue;
		for (uint32_t a = 0; a < act->nargs; a++)
			if (hd_is_somewhere(f->args[act->first_arg + a]))
				hd_cells_escape(&f->cells, f->args[act->first_arg + a]);
	}
}

static void add_count(struct hd_pairs *out, const struct hd_find *find, const char *without)
{
	struct hd_pair_count count = {.without = hd_strdup(without)};

	hd_find_count(find, count.pairs);
	out->counts = hd_grow(out->counts, &out->counts_cap, out->ncounts + 1, sizeof *out->counts);
	out->counts[out->ncounts++] = count;
}

static void count_filters(struct hd_pairs *out, struct hd_find find)
{
	unsigned used = find.filters;

	find.flow = false;
	for (unsigned i = 0; i < HD_FILTERS; i++) {
		find.filters = used & ~(1u << i);
		add_count(out, &find, hd_filter_text[i]);
	}
	find.filters = 0;
	add_count(out, &find, "all");
}

/* Without it no code is known to run, and a list without pairs would say that there are none. */
static bool has_main(const struct hd_static_facts *f)
{
	for (uint32_t i = 0; i < f->nfunctions; i++)
		if (f->functions[i].nblocks && !strcmp(f->functions[i].name, "main"))
			return true;
	return false;
}

static void analyse(struct hd_static_facts *f, const struct static_options *o, struct hd_pairs *out)
{
	struct hd_threads threads;
	struct hd_held_set held;
	struct hd_gates gates;
	struct hd_phases phases;
	struct hd_find find = {.f = f,
			       .t = &threads,
			       .h = &held,
			       .gates = &gates,
			       .phases = &phases,
			       .filters = o->filters,
			       .flow = o->flow};

	hd_calls_resolve(f);
	hd_calls_find_loops(f);
	mark_escaped(f);
	hd_threads_find(&threads, f);
	hd_held_find(&held, &threads);
	hd_gates_find(&gates, &threads);
	hd_phases_find(&phases, &threads);
	hd_find_pairs(&find, out);
	if (o->count_filters)
		count_filters(out, find);
	hd_phases_term(&phases);
	hd_gates_term(&gates);
	hd_held_term(&held);
	hd_threads_term(&threads);
}

static int parse_arguments(int argc, char **argv, struct static_options *o)
{
	o->filters = HD_FILTER_ALL;
	for (int i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--stats"))
			o->count_filters = true;
		else if (!strcmp(argv[i], "--flow"))
			o->flow = true;
		else if (!strcmp(argv[i], "--no-filter") && i + 1 < argc && hd_filter_named(argv[i + 1]))
			o->filters &= ~hd_filter_named(argv[++i]);
		else
			return hd_complain("heddle-static is run by `heddle static`; it does not know `%s`",
					   argv[i]);
	}
	return 0;
}

int main(int argc, char **argv)
{
	struct static_options o = {0};
	struct hd_static_facts facts = {0};
	struct hd_pairs pairs = {0};
	unsigned char *bytes;
	size_t size;
	char *error;

	if (parse_arguments(argc, argv, &o))
		return HD_EXIT_TROUBLE;
	bytes = read_input(&size);
	error = hd_program_facts(&facts, bytes, size);
	free(bytes);
	if (error) {
		hd_complain("%s", error);
		free(error);
		return HD_EXIT_TROUBLE;
	}
	if (!has_main(&facts))
		hd_complain(
		    "the bitcode has no function main, so no code is known to run and there are no pairs; "
		    "build all of the program by heddle-cc and heddle-c++ with clang (HEDDLE_CC=clang, "
		    "HEDDLE_CXX=clang++)");
	analyse(&facts, &o, &pairs);
	hd_pairs_print(&pairs, stdout);
	hd_pairs_term(&pairs);
	hd_facts_term(&facts);
	return fflush(stdout) || ferror(stdout) ? hd_complain("cannot write the pairs") : 0;
}
