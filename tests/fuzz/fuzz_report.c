/* SPDX-License-Identifier: Apache-2.0
 *
 * Fuzz target: report.json, which users may edit, cut or receive from others. Whatever is accepted must
 * print. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "report/html/bug_page.h"
#include "report/json/report_read.h"
#include "report/json/report_write.h"
#include "report/render/failure_text.h"
#include "report/render/whole_interleaving.h"
#include "report/report.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *sink;
	const char *error;
	struct hd_report *r = hd_report_parse_json((const char *)data, size, &error);

	if (!sink)
		sink = fopen("/dev/null", "w");
	if (!r || !sink)
		return 0;
	hd_report_print(r, sink, true);
	hd_report_show(r, sink, &(struct hd_show_options){.width = 80, .bug = "bug-1"});
	hd_report_write_json(r, sink);
	hd_bug_page_write(
	    &(struct hd_bug_page){.report = r, .folder = "a b", .name = "bug-1", .output = r->message}, sink);
	hd_report_free(r);
	return 0;
}
