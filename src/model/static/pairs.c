/* SPDX-License-Identifier: Apache-2.0 */
#include "model/static/pairs.h"

#include <inttypes.h>
#include <stdlib.h>

#include "model/event.h"

const char *const hd_pair_text[HD_PAIR_KINDS] = {
#define HD_PAIR(id, text, meaning) text,
#include "model/static/pairs.def"
#undef HD_PAIR
};

const char *const hd_pair_meaning[HD_PAIR_KINDS] = {
#define HD_PAIR(id, text, meaning) meaning,
#include "model/static/pairs.def"
#undef HD_PAIR
};

void hd_pairs_term(struct hd_pairs *p)
{
	for (size_t i = 0; i < p->nfiles; i++)
		free(p->files[i]);
	for (size_t i = 0; i < p->nplaces; i++) {
		free(p->places[i].function);
		free(p->places[i].object);
	}
	for (size_t i = 0; i < p->nthreads; i++)
		free(p->threads[i].start);
	for (size_t i = 0; i < p->ncounts; i++)
		free(p->counts[i].without);
	free(p->files);
	free(p->places);
	free(p->pairs);
	free(p->threads);
	free(p->counts);
	free(p->nodes);
	free(p->edges);
	*p = (struct hd_pairs){0};
}

/* The place of a wait is about the condition variable. */
const char *hd_pair_object(const struct hd_pairs *p, const struct hd_pair *pair)
{
	const struct hd_pair_place *a = &p->places[pair->a], *b = &p->places[pair->b];

	if (pair->kind == HD_PAIR_WM)
		return a->what == HD_COND_WAIT ? b->object : a->object;
	return a->object ? a->object : b->object;
}

static void print_string(const char *text, FILE *out)
{
	putc('"', out);
	for (; *text; text++)
		if (*text == '"' || *text == '\\')
			fprintf(out, "\\%c", *text);
		else if ((unsigned char)*text < 0x20 || *text == 0x7f)
			fprintf(out, "\\x%02x", (unsigned char)*text);
		else
			putc(*text, out);
	putc('"', out);
}

static void print_number_or_none(uint32_t number, FILE *out)
{
	if (number == UINT32_MAX)
		fputs(" none", out);
	else
		fprintf(out, " %" PRIu32, number);
}

static void print_place(const struct hd_pair_place *p, FILE *out)
{
	fprintf(out, "place %s", hd_event_text[p->what]);
	print_number_or_none(p->file, out);
	fprintf(out, " %" PRIu32 " %" PRIu32 " ", p->line, p->column);
	print_string(p->function, out);
	putc('\n', out);
}

static void print_thread(const struct hd_pair_thread *t, FILE *out)
{
	fprintf(out, "thread %s", t->many ? "many" : "one");
	print_number_or_none(t->place, out);
	putc(' ', out);
	print_string(t->start, out);
	putc('\n', out);
}

static void print_count(const struct hd_pair_count *c, FILE *out)
{
	fputs("count ", out);
	print_string(c->without, out);
	for (unsigned k = 0; k < HD_PAIR_KINDS; k++)
		fprintf(out, " %" PRIu64, c->pairs[k]);
	putc('\n', out);
}

void hd_pairs_print(const struct hd_pairs *p, FILE *out)
{
	fprintf(out, "heddle-pairs %d\ninstructions %" PRIu64 "\nlost %" PRIu64 "\n", HD_PAIRS_VERSION,
		p->instructions, p->lost);
	for (size_t i = 0; i < p->nfiles; i++) {
		fputs("file ", out);
		print_string(p->files[i], out);
		putc('\n', out);
	}
	for (size_t i = 0; i < p->nplaces; i++)
		print_place(&p->places[i], out);
	for (size_t i = 0; i < p->nplaces; i++)
		if (p->places[i].object) {
			fprintf(out, "about %zu ", i);
			print_string(p->places[i].object, out);
			putc('\n', out);
		}
	for (size_t i = 0; i < p->nthreads; i++)
		print_thread(&p->threads[i], out);
	for (size_t i = 0; i < p->ncounts; i++)
		print_count(&p->counts[i], out);
	for (size_t i = 0; i < p->npairs; i++)
		fprintf(out, "pair %s %s %" PRIu32 " %" PRIu32 " %" PRIx64 " %" PRIx64 "\n",
			hd_pair_text[p->pairs[i].kind], p->pairs[i].must ? "must" : "may", p->pairs[i].a,
			p->pairs[i].b, p->pairs[i].threads_a, p->pairs[i].threads_b);
	for (size_t i = 0; i < p->nnodes; i++) {
		fputs(p->nodes[i].wild ? "node wild" : "node calm", out);
		print_number_or_none(p->nodes[i].place, out);
		putc('\n', out);
	}
	for (size_t i = 0; i < p->nedges; i++)
		fprintf(out, "edge %" PRIu32 " %" PRIu32 "\n", p->edges[i].from, p->edges[i].to);
	fputs("end\n", out);
}
