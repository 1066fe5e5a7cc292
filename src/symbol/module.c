/* SPDX-License-Identifier: Apache-2.0 */
#include "symbol/module.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "symbol/index.h"

/* libdwfl wants it to be writable. */
static char *debuginfo_path;

static const Dwfl_Callbacks callbacks = {
    .find_elf = dwfl_build_id_find_elf,
    .find_debuginfo = dwfl_standard_find_debuginfo,
    .section_address = dwfl_offline_section_address,
    .debuginfo_path = &debuginfo_path,
};

static void read_file(struct hd_symbol_module *m)
{
	struct stat st;

	/* The path comes from a process that may have corrupted it: never block on a pipe or a device. */
	if (stat(m->path, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	m->dwfl = dwfl_begin(&callbacks);
	if (!m->dwfl)
		return;
	dwfl_report_begin(m->dwfl);
	m->file = dwfl_report_elf(m->dwfl, m->path, m->path, -1, 0, true);
	dwfl_report_end(m->dwfl, NULL, NULL);
	if (m->file)
		m->dwarf = dwfl_module_getdwarf(m->file, &m->bias);
}

struct hd_symbol_module *hd_module_open(const char *path)
{
	struct hd_symbol_module *m = hd_new(1, sizeof *m);

	m->path = hd_strdup(path);
	read_file(m);
	if (m->dwarf)
		hd_module_index(m);
	return m;
}

static void free_codes(struct hd_symbol_module *m)
{
	for (size_t i = 0; i < m->ncodes; i++)
		free(m->codes[i].calls);
	free(m->codes);
	free(m->imports);
}

static void free_pieces(struct hd_symbol_module *m)
{
	for (size_t i = 0; i < m->npieces; i++)
		free(m->pieces[i].symbol);
	free(m->pieces);
}

void hd_module_close(struct hd_symbol_module *m)
{
	free_codes(m);
	free_pieces(m);
	if (m->dwfl)
		dwfl_end(m->dwfl);
	free(m->units);
	free(m->scopes);
	free(m->functions.list);
	free(m->variables.list);
	free(m->path);
	free(m);
}
