/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/confirmed_report.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/failures/findings_alike.h"
#include "heddle/failures/tell_test.h"
#include "report/build/build.h"
#include "report/utf8.h"

#define RACES_MOST   100 /* in a report */
#define UNCAUGHT     "terminate called: "
#define OUTPUT_LINES 5
#define OUTPUT_WIDTH 200 /* bytes of a line */

/* The program itself may have said why it ended. */
static bool tells_itself(enum hd_outcome outcome)
{
	return outcome == HD_OUT_EXIT || outcome == HD_OUT_ASSERT || outcome == HD_OUT_ABORT;
}

/* The C++ library prints what an exception says that no handler has caught. */
static void take_what(struct hd_report *r)
{
	for (unsigned i = r->noutput; i-- > 0;) {
		const char *what = strstr(r->output[i], "what():  ");
		char *message;

		if (!what || strncmp(r->message, UNCAUGHT, strlen(UNCAUGHT)) != 0)
			continue;
		message = hd_sprintf("%s: %s", r->message, what + strlen("what():  "));
		free(r->message);
		r->message = message;
		return;
	}
}

/* The runtime prints a failed assertion as libc would; the report has it already. */
static bool is_assertion(const struct hd_report *r, const char *line)
{
	return !strcmp(r->kind, hd_outcome_text[HD_OUT_ASSERT]) && strstr(line, ": Assertion `");
}

static void take_output(struct hd_report *r, const struct hd_capture *output)
{
	r->noutput = hd_capture_last_lines(output, OUTPUT_LINES, OUTPUT_WIDTH, &r->output);
	for (unsigned i = 0; i < r->noutput; i++) {
		char *clean = hd_clean(r->output[i], strlen(r->output[i]));

		free(r->output[i]);
		r->output[i] = clean;
	}
	if (r->noutput && is_assertion(r, r->output[r->noutput - 1]))
		free(r->output[--r->noutput]);
	take_what(r);
}

struct hd_report *hd_confirmed_report(struct hd_rerun *replay, const struct hd_report_context *from,
				      const struct hd_understood *u, const struct hd_capture *output,
				      struct hd_symbols *symbols)
{
	struct hd_wire *wire = replay->workers.wire;
	struct hd_report_context context = *from;
	struct hd_report *r;

	context.decisive = &u->decisive;
	wire->workers[0].failure.run = replay->schedule->run; /* a replay counts its runs from 0 */
	r = hd_report_build(wire, 0, &context, symbols);
	r->size = u->small.after;
	if (u->small.schedule)
		r->size_before = u->small.before;
	hd_report_tell_test(r, output);
	if (!r->test.text && tells_itself(replay->schedule->outcome))
		take_output(r, output);
	/* A client notices an error long after it was made: races may explain it. */
	if (replay->schedule->around.client)
		r->races = hd_findings_sentences(wire, symbols, RACES_MOST, &r->nraces);
	return r;
}
