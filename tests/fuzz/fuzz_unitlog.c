/* SPDX-License-Identifier: Apache-2.0
 *
 * The log of units of work with arbitrary input: as a whole file, and as what is in blocks whose check sums
 * are right. It must be refused with a sentence, or give findings that can be shown. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heddle/sets/postmortem.h"
#include "model/sets/unitlog.h"
#include "report/build/finding_report.h"
#include "report/report.h"
#include "symbol/symbol.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put_block(struct hd_unitlog_out *o, int tag, const uint8_t *data, size_t size)
{
	hd_unitlog_number(o, (uint64_t)tag);
	hd_unitlog_number(o, size);
	hd_unitlog_number(o, hd_unitlog_sum(data, size));
	hd_unitlog_bytes(o, data, size);
}

static void show(const struct hd_postmortem *p)
{
	struct hd_symbols *symbols = hd_symbols_new();

	for (uint32_t i = 0; i < p->wire->nfindings; i++) {
		struct hd_report *r = hd_report_of_finding(p->wire, i, symbols);

		if (r && !r->message)
			abort();
		hd_report_free(r);
	}
	hd_symbols_free(symbols);
}

static void analyze(const uint8_t *log, size_t size)
{
	struct hd_postmortem p = hd_postmortem(log, size);

	if (!p.error)
		show(&p);
	hd_postmortem_term(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct hd_unitlog_out o = {.size = size + 128};
	size_t first = size ? (size - 1) * data[0] / 255 : 0;

	analyze(data, size);
	if (!size)
		return 0;
	o.at = malloc(o.size);
	hd_unitlog_bytes(&o, HD_UNITLOG_MAGIC, strlen(HD_UNITLOG_MAGIC));
	put_block(&o, HD_UNITLOG_RUN, data + 1, first);
	put_block(&o, HD_UNITLOG_SITES, data + 1 + first, size - 1 - first);
	analyze(o.at, o.n);
	free(o.at);
	return 0;
}
