/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/finding_atomic_set.h"

#include <stdlib.h>
#include <string.h>

#include "model/sets/pattern.h"
#include "report/build/locate.h"
#include "report/words.h"

/* The first access of a unit says what the unit is. */
static bool is_first(const struct hd_wire_finding *f, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (f->parts[k].unit == f->parts[i].unit)
			return false;
	return true;
}

static void set_finding_put_unit(struct hd_build *b, const struct hd_wire_part *p, FILE *out)
{
	char *name = hd_locate_unit(b, p->stack[p->unit_frame]);

	if (name)
		fprintf(out, "in the course of %s(), ", name);
	free(name);
}

void hd_say_violation(struct hd_build *b, const struct hd_wire_finding *f, FILE *out)
{
	for (unsigned i = 0; i < f->nparts; i++) {
		fputs(i ? ", then " : "", out);
		if (is_first(f, i))
			set_finding_put_unit(b, &f->parts[i], out);
		hd_put_part(out, b->report, i);
	}
	if (f->nunits > 2)
		fprintf(out, ": no order of these %u units, one after the other, gives the same", f->nunits);
	else if (!f->pattern || f->pattern > HD_PATTERNS)
		fputs(": neither of the two, done as a whole before the other, gives the same", out);
	else
		fprintf(out, ": %s (pattern %u)", hd_pattern_text(f->pattern), f->pattern);
}
