/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program did that may be why a replay differs: which call, where, and what can be done. */
#pragma once

#include "wire/wire.h"

struct hd_symbols;

/* "open(/proc/stat) at load.c:12 reads …; advice", the likeliest few, or that nothing is known. To be freed.
 */
char *hd_sources_text(const struct hd_wire *wire, struct hd_symbols *symbols);
/* Whether the program did any such thing. */
enum hd_sources_kind {
	HD_SOURCES_NONE,
	HD_SOURCES_FILES, /* it only read files, or looked at their state */
	HD_SOURCES_OTHER
};
enum hd_sources_kind hd_sources_kind(const struct hd_wire *wire, struct hd_symbols *symbols);
/* " at file.c:12", or nothing. To be freed. */
char *hd_source_line_text(const struct hd_wire *wire, uint32_t site, struct hd_symbols *symbols);
