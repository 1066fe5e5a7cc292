/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/annotations.h"

#include <stdbool.h>
#include <string.h>

#include "report/source_root.h"

/* Characters that have a meaning in such a line; two of them only in its properties. */
static void put_escaped(FILE *f, const char *text, bool property)
{
	for (; *text; text++)
		if (strchr("%\r\n", *text) || (property && strchr(":,", *text)))
			fprintf(f, "%%%02X", (unsigned char)*text);
		else
			fputc(*text, f);
}

static void put_file(FILE *f, const char *root, const struct hd_location *l)
{
	const char *below = hd_below_root(root, l->file);

	fputs(" file=", f);
	put_escaped(f, below ? below : l->file, true);
	fprintf(f, ",line=%d", l->line);
	if (l->column > 0)
		fprintf(f, ",col=%d", l->column);
}

static void put_annotation(FILE *f, const char *root, const struct hd_result *result)
{
	static const char *const words[] = {"error", "warning", "notice"}; /* by enum hd_level */
	const struct hd_report *r = result->report;
	const struct hd_location *place = hd_result_place(r);

	fprintf(f, "::%s", words[hd_level_of(r->kind, result->counts)]);
	if (place)
		put_file(f, root, place);
	fputs(place ? ",title=" : " title=", f);
	put_escaped(f, "heddle: ", true);
	put_escaped(f, r->kind, true);
	fputs("::", f);
	put_escaped(f, r->message ? r->message : r->kind, false);
	if (r->cause) {
		put_escaped(f, "\n", false);
		put_escaped(f, r->cause, false);
	}
	if (result->folder) {
		put_escaped(f, "\nreplay it: heddle replay ", false);
		put_escaped(f, result->folder, false);
	}
	fputc('\n', f);
}

void hd_annotations_print(const struct hd_search_results *s, FILE *f)
{
	for (size_t i = 0; i < s->found->n; i++)
		if (!s->found->list[i].known)
			put_annotation(f, s->root, &s->found->list[i]);
}
