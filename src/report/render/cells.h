/* SPDX-License-Identifier: Apache-2.0
 *
 * The texts in the table of an interleaving; all malloc'ed. */
#pragma once

#include <stddef.h>

#include "report/render/rows.h"
#include "report/report.h"

/* What the thread does: `lock queue.lock`, `wants queue.lock`, `awaits T2`, `fails: use after free`. */
char *hd_cell_text(const struct hd_report_step *s);
/* The same without what it is done to: `lock`, `wants`. */
char *hd_act_text(const struct hd_report_step *s);
/* The same in about so many columns: the object's name is cut before its value is. It may still be wider. */
char *hd_cell_fitted(const struct hd_report_step *s, size_t width, const char *dots);
/* Where: `dir/file.c:12`, only the file's name when that takes more than `most` characters; without debug
 * information the module. */
char *hd_place_text(const struct hd_report_step *s, size_t most);
/* Head of a thread's column: `T1 worker`. */
char *hd_header_text(const struct hd_report *r, unsigned tid);
/* What a row says that stands for several steps; with `hint`, also how to see them. */
char *hd_gap_text(const struct hd_report *r, const struct hd_row *row, const char *dots, bool hint);
