/* SPDX-License-Identifier: Apache-2.0
 *
 * A report as a folder of pages: index.html, a page for each failure, and one for what was covered of each
 * program that the store knows. */
#pragma once

#include "heddle/pages/bug_folders.h"
#include "report/report.h"

struct hd_pages {
	const char *about; /* the heading of the first page */
	const struct hd_bug_folders *bugs;
	const char *store;   /* path; NULL: coverage and findings are not told */
	const char *shown;   /* the same for people, see hd_store_shown() */
	const char *program; /* only this one of the store's programs; NULL: all */
	/* Puts the steps into a report that it leaves out; NULL: the pages have what the reports have. */
	int (*list_every_step)(struct hd_report *r, const char *bug);
};

/* Write them to a folder, which is made if it is not there. HD_STATUS_OK, or HD_STATUS_TROUBLE after a
 * sentence. */
int hd_pages_write(const struct hd_pages *p, const char *folder);
