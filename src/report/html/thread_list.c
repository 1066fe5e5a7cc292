/* SPDX-License-Identifier: Apache-2.0 */
#include "report/html/thread_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "report/page/html_text.h"
#include "report/words.h"

#define MOST_THREADS 64
#define MOST_FRAMES  40

static void put_sentence(FILE *f, struct hd_text *text)
{
	char *sentence = hd_text_end(text);

	hd_html_put_prose(f, sentence);
	free(sentence);
}

static void put_state(FILE *f, const struct hd_report *r, const struct hd_report_thread *t)
{
	struct hd_text text;

	hd_text_begin(&text);
	hd_put_thread(text.f, r, t->tid);
	if (t->state)
		fprintf(text.f, " %s", t->state);
	if (t->waits_for) {
		fputc(' ', text.f);
		hd_put_object(text.f, t->waits_for);
	}
	if (t->owner >= 0 && t->waits_for && strncmp(t->waits_for, "thread ", 7) != 0) {
		fputs(", held by ", text.f);
		hd_put_thread(text.f, r, (unsigned)t->owner);
	}
	put_sentence(f, &text);
}

static void put_held(FILE *f, const struct hd_report_lock *l)
{
	struct hd_text text;

	fputs("<p>holds ", f);
	hd_text_begin(&text);
	hd_put_object(text.f, l->name);
	if (hd_place_known(&l->where)) {
		fputs(", locked at ", text.f);
		hd_put_place(text.f, &l->where);
	}
	put_sentence(f, &text);
	fputs("</p>\n", f);
}

static void put_frame(FILE *f, const struct hd_location *l)
{
	struct hd_text text;

	fputs(hd_place_own(l) ? "<li><code>" : "<li class=\"soft\"><code>", f);
	hd_html_put(f, l->function ? l->function : "?");
	fputs("</code> <span class=\"soft\">", f);
	hd_text_begin(&text);
	hd_put_place(text.f, l);
	put_sentence(f, &text);
	fputs("</span></li>\n", f);
}

static void put_thread(FILE *f, const struct hd_report *r, const struct hd_report_thread *t)
{
	unsigned frames = t->nstack < MOST_FRAMES ? t->nstack : MOST_FRAMES;

	fprintf(f, "<details%s><summary>", (int)t->tid == r->tid ? " open" : "");
	put_state(f, r, t);
	fputs("</summary>\n", f);
	for (unsigned i = 0; i < t->nheld; i++)
		put_held(f, &t->held[i]);
	fputs("<ol class=\"stack\">\n", f);
	for (unsigned i = 0; i < frames; i++)
		put_frame(f, &t->stack[i]);
	if (!t->nstack && hd_place_known(&t->where))
		put_frame(f, &t->where);
	fputs("</ol>\n</details>\n", f);
}

void hd_thread_list_put(FILE *f, const struct hd_report *r)
{
	unsigned n = r->nthreads < MOST_THREADS ? r->nthreads : MOST_THREADS;

	if (!n)
		return;
	fputs("<section id=\"threads\" aria-labelledby=\"threads-h\"><h2 id=\"threads-h\">Threads at the "
	      "failure</h2>\n",
	      f);
	for (unsigned i = 0; i < n; i++)
		put_thread(f, r, &r->threads[i]);
	if (n < r->nthreads)
		fprintf(f, "<p class=\"soft\">… and %u more</p>\n", r->nthreads - n);
	fputs("</section>\n", f);
}
