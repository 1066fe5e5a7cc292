/* SPDX-License-Identifier: Apache-2.0
 *
 * Campaign files from arbitrary text: each is refused with a sentence and the line it is about, or read; what
 * was read has a program or tests in each entry, and budgets that make sense. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "heddle/work/campaign_file.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct hd_campaign_file *f)
{
	if (!f->n || f->seconds < 0 || f->jobs > 64)
		abort();
	for (size_t i = 0; i < f->n; i++) {
		const struct hd_campaign_entry *e = &f->entries[i];

		if (!e->words.count || !e->line || e->seconds < 0 || (e->is_tests && e->inputs))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = strndup((const char *)data, size), *why;
	struct hd_campaign_file f;
	unsigned line;

	if (hd_campaign_file_parse(&f, text, &why, &line))
		check(&f);
	else if (!why || !*why || (f.n && !line))
		abort();
	free(why);
	hd_campaign_file_free(&f);
	free(text);
	return 0;
}
