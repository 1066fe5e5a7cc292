/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/whole_interleaving.h"

#include <limits.h>
#include <stdlib.h>

#include "report/render/step_table.h"
#include "report/render/style.h"
#include "report/words.h"

void hd_report_show(const struct hd_report *r, FILE *f, bool colour, unsigned width)
{
	struct hd_style style = hd_style(f, colour, width);
	struct hd_rows rows = hd_rows_all(r);

	hd_ink(f, &style, HD_INK_ALARM);
	fprintf(f, "%s: ", r->kind);
	hd_ink_off(f, &style);
	fprintf(f, "%s\n", r->message);
	if (r->condition)
		fprintf(f, "%s\n", r->condition);
	fputc('\n', f);
	if (r->steps_left_out)
		fprintf(f, "The first %lu steps are left out.\n\n", r->steps_left_out);
	hd_table_print(f, r, &rows, &style);
	hd_table_print_blocks(f, r, &rows);
	hd_put_races(f, r, UINT_MAX);
	if (r->client)
		fprintf(f, "\nThe client was: %s\n", r->client);
	free(rows.list);
}
