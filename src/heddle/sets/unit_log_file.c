/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/sets/unit_log_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "heddle/cli/cmd.h"
#include "model/sets/unitlog.h"
#include "wire/wire_check.h"

int hd_unit_log_create(const char *path, struct hd_wire *wire)
{
	FILE *f = fopen(path, "we");
	char *whole;

	if (!f || fputs(HD_UNITLOG_MAGIC, f) == EOF || fclose(f))
		return hd_complain_errno(errno, "cannot write %s", path);
	whole = realpath(path, NULL); /* the program may change its folder */
	if (!whole || strlen(whole) >= sizeof(wire->unit_log)) {
		free(whole);
		return hd_complain("cannot write %s: its path is too long", path);
	}
	memcpy(wire->unit_log, whole, strlen(whole) + 1);
	free(whole);
	return 0;
}

static void put_tables(struct hd_unitlog_out *o, const struct hd_wire *wire)
{
	uint32_t nmodules = hd_wire_modules(wire);
	uint32_t nsites = hd_wire_sites(wire);

	hd_unitlog_number(o, nmodules);
	for (uint32_t i = 0; i < nmodules; i++) {
		size_t n = strnlen(wire->modules[i].path, HD_PATH_MAX - 1);

		hd_unitlog_number(o, n);
		hd_unitlog_bytes(o, wire->modules[i].path, n);
	}
	hd_unitlog_number(o, nsites);
	for (uint32_t i = 0; i < nsites; i++) {
		hd_unitlog_number(o, wire->sites[i].module);
		hd_unitlog_number(o, wire->sites[i].offset);
	}
}

/* What kinds of objects there are: blocks are named by that. */
static void put_kinds(struct hd_unitlog_out *o, const struct hd_wire *wire)
{
	for (unsigned i = 0; i < HD_KINDS; i++)
		if (wire->inferred.kinds[i].key) {
			hd_unitlog_number(o, i);
			hd_unitlog_bytes(o, &wire->inferred.kinds[i], sizeof(struct hd_kind));
		}
	hd_unitlog_number(o, HD_KINDS);
}

int hd_unit_log_finish(const struct hd_wire *wire)
{
	uint8_t head[32] = {HD_UNITLOG_SITES};
	struct hd_unitlog_out h = {.at = head, .n = 1, .size = sizeof(head)};
	struct hd_unitlog_out o = {.size = (size_t)HD_MAX_MODULES * (HD_PATH_MAX + 16) +
					   (size_t)HD_MAX_SITES * 20 + sizeof(struct hd_inferred) + 16384};
	FILE *f = fopen(wire->unit_log, "ae");
	int status = 0;

	o.at = hd_new(o.size, 1);
	put_tables(&o, wire);
	put_kinds(&o, wire);
	hd_unitlog_number(&h, o.n);
	hd_unitlog_number(&h, hd_unitlog_sum(o.at, o.n));
	if (!f || fwrite(head, 1, h.n, f) != h.n || fwrite(o.at, 1, o.n, f) != o.n || fflush(f))
		status = hd_complain_errno(errno, "cannot write %s", wire->unit_log);
	if (f)
		fclose(f);
	free(o.at);
	if (!status && wire->unit_log_lost)
		status =
		    hd_complain("%u runs could not be written to %s", wire->unit_log_lost, wire->unit_log);
	return status;
}
