/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/condition.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/text.h"
#include "report/build/locate.h"
#include "report/words.h"

#define NS_PER_MS 1000000
#define MS_PER_S  1000

/* To the millisecond, which is enough for what lasts many of them. */
static void put_duration(FILE *f, uint64_t ns)
{
	uint64_t ms = (ns + NS_PER_MS / 2) / NS_PER_MS;

	if (ms >= MS_PER_S)
		fprintf(f, "%.2g s", (double)ms / MS_PER_S);
	else
		fprintf(f, "%" PRIu64 " ms", ms);
}

static void condition_put_site(struct hd_build *b, FILE *f, const char *before, uint32_t site)
{
	struct hd_location at = hd_locate(b, site);

	if (hd_place_known(&at)) {
		fputs(before, f);
		hd_put_place(f, &at);
	}
	hd_location_free(&at);
}

char *hd_say_condition(struct hd_build *b)
{
	const struct hd_wire_early *early = &b->failure.early;
	static const struct {
		const char *what, *does;
	} words[] = {[HD_EARLY_TIMEOUT] = {"time-out", " ends"},
		     [HD_EARLY_TIMER] = {"timer set", " goes off"},
		     [HD_EARLY_SIGNAL] = {"signal", " comes"}};
	unsigned kind = early->kind <= HD_EARLY_SIGNAL ? early->kind : HD_EARLY_TIMEOUT;
	struct hd_text text;

	if (!early->needed)
		return NULL;
	hd_text_begin(&text);
	fputs("seen only when the ", text.f);
	fputs(words[kind].what, text.f);
	condition_put_site(b, text.f, " at ", early->site);
	fputs(words[kind].does, text.f);
	condition_put_site(b, text.f, " before ", early->other_site);
	fputs(": ", text.f);
	hd_put_thread(text.f, b->report, early->other_tid);
	fputs(" could run and gets no processor for ", text.f);
	put_duration(text.f, early->ns);
	return hd_text_end(&text);
}
