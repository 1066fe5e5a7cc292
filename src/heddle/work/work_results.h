/* SPDX-License-Identifier: Apache-2.0
 *
 * What has become of a campaign's work so far, whoever has done it: a table, and the failures in a folder
 * here. */
#pragma once

struct hd_work_results {
	const char *store, *campaign;
	const char *out;  /* folder for failures */
	const char *json; /* file, "-" or NULL */
};
/* The exit status: 1 if something failed. */
int hd_work_results(const struct hd_work_results *r);
