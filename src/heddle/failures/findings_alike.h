/* SPDX-License-Identifier: Apache-2.0
 *
 * Findings that are about the same lines of source: only one of them is reported. */
#pragma once

#include <stdbool.h>

#include "report/report.h"
#include "symbol/symbol.h"
#include "wire/wire.h"

/* The two are about the same lines of source: only one of them is reported. */
bool hd_findings_alike(const struct hd_report *a, const struct hd_report *b);

/* What a watched run showed, a sentence each, at most `most`; all to be freed. */
char **hd_findings_sentences(const struct hd_wire *wire, struct hd_symbols *symbols, unsigned most,
			     unsigned *n);
