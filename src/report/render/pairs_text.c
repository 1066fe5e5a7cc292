/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/pairs_text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/event.h"

#define PLACE_WIDTH 44

static const char *last_part(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

char *hd_pair_place_words(const struct hd_pairs *pairs, const struct hd_pair_place *p)
{
	const char *what = hd_event_text[p->what];

	if (p->file == UINT32_MAX || !p->line)
		return hd_sprintf("%s in %s", what, p->function);
	return hd_sprintf("%s %s:%" PRIu32 ":%" PRIu32 " %s", what, last_part(pairs->files[p->file]), p->line,
			  p->column, p->function);
}

static void print_one(const struct hd_pairs *pairs, const struct hd_pair *p, FILE *out)
{
	char *a = hd_pair_place_words(pairs, &pairs->places[p->a]),
	     *b = hd_pair_place_words(pairs, &pairs->places[p->b]);
	const char *object = hd_pair_object(pairs, p);

	fprintf(out, "  %-4s  %-*s  ", p->must ? "must" : "may", PLACE_WIDTH, a);
	if (object)
		fprintf(out, "%-*s  %s\n", PLACE_WIDTH, b, object);
	else
		fprintf(out, "%s\n", b);
	free(a);
	free(b);
}

static size_t print_kind(const struct hd_pairs *pairs, size_t first, FILE *out)
{
	size_t end = first, must = 0;
	uint8_t kind = pairs->pairs[first].kind;

	for (; end < pairs->npairs && pairs->pairs[end].kind == kind; end++)
		must += pairs->pairs[end].must;
	fprintf(out, "%s: %s: %zu pair%s, %zu of them certainly about the same object\n", hd_pair_text[kind],
		hd_pair_meaning[kind], end - first, end - first == 1 ? "" : "s", must);
	for (size_t i = first; i < end; i++)
		print_one(pairs, &pairs->pairs[i], out);
	putc('\n', out);
	return end;
}

static void print_threads(const struct hd_pairs *pairs, FILE *out)
{
	fputs("threads:\n", out);
	for (size_t i = 0; i < pairs->nthreads; i++) {
		const struct hd_pair_thread *t = &pairs->threads[i];
		char *place =
		    t->place == UINT32_MAX ? NULL : hd_pair_place_words(pairs, &pairs->places[t->place]);

		fprintf(out, "  %s%s%s%s\n", t->start, t->many ? ", several at a time" : "",
			place ? ", by " : "", place ? place : "");
		free(place);
	}
	putc('\n', out);
}

static void print_counts(const struct hd_pairs *pairs, FILE *out)
{
	uint64_t all[HD_PAIR_KINDS] = {0};

	if (!pairs->ncounts)
		return;
	for (size_t i = 0; i < pairs->npairs; i++)
		all[pairs->pairs[i].kind]++;
	fprintf(out, "%-28s", "pairs");
	for (unsigned k = 0; k < HD_PAIR_KINDS; k++)
		fprintf(out, "%8s", hd_pair_text[k]);
	fprintf(out, "\n%-28s", "with all filters");
	for (unsigned k = 0; k < HD_PAIR_KINDS; k++)
		fprintf(out, "%8" PRIu64, all[k]);
	for (size_t i = 0; i < pairs->ncounts; i++) {
		char *name = strcmp(pairs->counts[i].without, "all")
				 ? hd_sprintf("without the filter %s", pairs->counts[i].without)
				 : hd_strdup("with no filter but alias");

		fprintf(out, "\n%-28s", name);
		for (unsigned k = 0; k < HD_PAIR_KINDS; k++)
			fprintf(out, "%8" PRIu64, pairs->counts[i].pairs[k]);
		free(name);
	}
	fputs("\n\n", out);
}

void hd_pairs_text(const struct hd_pairs *pairs, FILE *out)
{
	print_threads(pairs, out);
	for (size_t i = 0; i < pairs->npairs;)
		i = print_kind(pairs, i, out);
	print_counts(pairs, out);
	if (pairs->lost)
		fprintf(out, "Another %" PRIu64 " pairs were found and are not listed.\n", pairs->lost);
	fprintf(out, "%zu pair%s in %" PRIu64 " instructions of intermediate code\n", pairs->npairs,
		pairs->npairs == 1 ? "" : "s", pairs->instructions);
}
