/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/whole_interleaving.h"

#include <limits.h>
#include <stdlib.h>

#include "base/fail.h"
#include "base/text.h"
#include "report/render/block_list.h"
#include "report/render/step_table.h"
#include "report/render/style.h"
#include "report/words.h"

#define CAUSE_INDENT 7 /* of its further lines: below the first word */

static void put_folded_if(FILE *f, const struct hd_style *style, const char *before, const char *text,
			  const char *after)
{
	char *whole;

	if (!text)
		return;
	whole = hd_sprintf("%s%s", text, after);
	hd_put_folded(f, style, before, whole, CAUSE_INDENT);
	free(whole);
}

static void put_lead(FILE *f, const struct hd_report *r, const struct hd_style *style)
{
	char *kind = hd_sprintf("%s: ", hd_report_kind(r));

	hd_put_folded(f, style, kind, r->message, 2);
	free(kind);
	put_folded_if(f, style, "  ", r->detail, "");
	put_folded_if(f, style, "  why: ", r->cause, "");
	put_folded_if(f, style, "  this is ", r->pattern, "");
	put_folded_if(f, style, "  usual remedy: ", r->remedy, "");
	put_folded_if(f, style, "  ", r->condition, "");
	fputc('\n', f);
}

static struct hd_rows chosen_rows(const struct hd_report *r, const struct hd_show_options *o)
{
	return o->some	? hd_rows_between(r, o->first, o->last)
	       : o->all ? hd_rows_every(r)
			: hd_rows_folded(r);
}

/* Why steps are missing, and how to see them. */
static void put_missing(FILE *f, const struct hd_report *r, const struct hd_style *style,
			const struct hd_rows *rows, const struct hd_show_options *o)
{
	unsigned n = hd_rows_left_out(rows);
	char *text;

	if (!n && !r->steps_left_out)
		return;
	fputc('\n', f);
	if (n) {
		text = o->bug
			   ? hd_sprintf("%u of %u steps are folded: `heddle show --all %s` shows every step, "
					"`--steps FIRST-LAST` some of them.",
					n, r->nsteps, o->bug)
			   : hd_sprintf("%u of %u steps are folded.", n, r->nsteps);
		hd_put_folded(f, style, "", text, 0);
		free(text);
	}
	if (r->steps_left_out) {
		text = hd_sprintf("The first %lu steps of the run are left out%s%s%s", r->steps_left_out,
				  o->all   ? ": no more can be listed"
				  : o->bug ? ". `heddle show --all "
					   : "",
				  o->bug && !o->all ? o->bug : "",
				  o->bug && !o->all ? "` runs it again to list them." : ".");
		hd_put_folded(f, style, "", text, 0);
		free(text);
	}
}

static void put_races(FILE *f, const struct hd_report *r, const struct hd_style *style)
{
	if (r->nraces)
		fputs("\nRaces in this run, which may be the reason:\n", f);
	for (unsigned i = 0; i < r->nraces; i++)
		hd_put_folded(f, style, "  ", r->races[i], 4);
}

void hd_report_show(const struct hd_report *r, FILE *f, const struct hd_show_options *o)
{
	struct hd_style style = hd_style(f, o->colour, o->width);
	struct hd_rows rows = chosen_rows(r, o);

	put_lead(f, r, &style);
	hd_table_print(f, r, &rows, &style, o->bug != NULL);
	hd_block_list_print(f, r, &rows, &style);
	put_missing(f, r, &style, &rows, o);
	put_races(f, r, &style);
	if (r->client)
		hd_put_folded(f, &style, "\nThe client was: ", r->client, 2);
	free(rows.list);
}
