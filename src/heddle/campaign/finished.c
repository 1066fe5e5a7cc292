/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/finished.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "heddle/campaign/proof.h"
#include "heddle/campaign/verdict.h"
#include "report/results.h"
#include "strategy/systematic/frontier.h"

/* A line of its own, whatever it says. */
static void put_line(FILE *f, const char *text)
{
	for (; *text; text++)
		fputc(*text == '\n' ? ' ' : *text, f);
	fputc('\n', f);
}

char *hd_finished_text(const struct hd_campaign *c)
{
	struct hd_summary_proof proof;
	struct hd_text text;

	/* What was kept back here another search may want to tell. */
	if (c->options->suppressions.n || c->options->baseline)
		return NULL;
	if (hd_verdict(c) != HD_VERDICT_EXHAUSTED || !hd_proof_look(c, &proof))
		return NULL;
	hd_text_begin(&text);
	fprintf(text.f, "%d %" PRIu32 " ", proof.all, proof.tried);
	put_line(text.f, proof.sentence ? proof.sentence : "");
	hd_proof_term(&proof);
	for (size_t i = 0; i < c->ledger.nfindings; i++) {
		fprintf(text.f, "%s ", c->ledger.findings[i].kind);
		put_line(text.f, c->ledger.findings[i].message);
	}
	return hd_text_end(&text);
}

uint64_t hd_finished_runs(const struct hd_campaign *c)
{
	return hd_campaign_runs(c) + ((const struct hd_frontier *)c->workers.wire->frontier)->facts.runs;
}

/* The user asks for something that only runs can give. */
static bool wants_runs(const struct hd_campaign *c, bool has_findings)
{
	const struct hd_test_options *o = c->options;

	if (has_findings && (o->suppressions.n || o->baseline || o->sarif || o->annotations))
		return true;
	return o->result || o->hashes || o->save_schedule || o->record || o->verify || o->explain_sets ||
	       o->explain_pairs || o->until_covered;
}

bool hd_finished_take(struct hd_campaign *c, const char *text, size_t size, uint64_t runs)
{
	const char *line = size && text[size - 1] == '\0' ? strchr(text, '\n') : NULL;

	if (!line || wants_runs(c, line[1] != '\0'))
		return false;
	c->finished = (struct hd_finished){.text = hd_strdup(text), .runs = runs};
	return true;
}

/* KIND MESSAGE. */
static void tell_found(struct hd_campaign *c, const char *line, size_t length, FILE *f)
{
	size_t kind = strcspn(line, " \n");
	struct hd_summary_finding found = {.count = 1};
	char *of, *message;

	if (kind >= length)
		return;
	of = strndup(line, kind);
	message = strndup(line + kind + 1, length - kind - 1);
	found.kind = of;
	found.message = message;
	found.level = hd_level_names[hd_level_of(of, false)];
	hd_ledger_found(&c->ledger, &found);
	if (!c->options->quiet)
		fprintf(f, "heddle: %s: %s\n", of, message);
	free(of);
	free(message);
}

void hd_finished_tell(struct hd_campaign *c, FILE *f)
{
	const char *line = c->finished.text;
	char runs[HD_COUNT_TEXT];

	if (!line)
		return;
	if (!c->options->quiet)
		fprintf(f,
			"heddle: an earlier search of the same files has tried all in %s run%s: nothing is "
			"left to try "
			"(--anew begins again)\n",
			hd_count_text(c->finished.runs, runs), c->finished.runs == 1 ? "" : "s");
	for (line += strcspn(line, "\n"); *line; line += strcspn(line, "\n")) {
		line++;
		tell_found(c, line, strcspn(line, "\n"), f);
	}
}

void hd_finished_term(struct hd_finished *f)
{
	free(f->text);
	*f = (struct hd_finished){0};
}
