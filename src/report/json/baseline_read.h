/* SPDX-License-Identifier: Apache-2.0
 *
 * The fingerprints of the failures and findings in a report that an earlier search has written: SARIF, or the
 * summary of --json. */
#pragma once

#include <stddef.h>

struct hd_fingerprints {
	char **list;
	size_t n, cap;
};

/* Adds those of the file. NULL, or a sentence without a full stop that says what is wrong with it, to be
 * freed. */
char *hd_baseline_read(const char *path, struct hd_fingerprints *out);
void hd_fingerprints_add(struct hd_fingerprints *f, const char *fingerprint);
void hd_fingerprints_term(struct hd_fingerprints *f);
