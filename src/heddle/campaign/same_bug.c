/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/same_bug.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/campaign/bugdir.h"
#include "report/fingerprint.h"
#include "report/json/report_read.h"

static bool may_replace(const struct hd_report *old, const struct hd_report *new, const char *fingerprint)
{
	char *other = hd_report_fingerprint(old);
	bool same = !strcmp(other, fingerprint);

	free(other);
	return same && (old->doubt || !new->doubt) &&
	       !strcmp(hd_base_name(old->program), hd_base_name(new->program));
}

static bool is_about(const char *out, unsigned number, const struct hd_report *r, const char *fingerprint)
{
	char *path = hd_sprintf("%s/bug-%u/" HD_BUG_REPORT, out, number);
	const char *error;
	struct hd_report *old = hd_report_read_json(path, &error);
	bool same = old && may_replace(old, r, fingerprint);

	hd_report_free(old);
	free(path);
	return same;
}

unsigned hd_same_bug(const char *out, const struct hd_report *r)
{
	char *fingerprint = hd_report_fingerprint(r);
	DIR *dir = opendir(out);
	unsigned found = 0;

	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		unsigned n = hd_bugdir_number(entry->d_name);

		/* the lowest, if several are left by versions that did not look */
		if (n && (!found || n < found) && is_about(out, n, r, fingerprint))
			found = n;
	}
	if (dir)
		closedir(dir);
	free(fingerprint);
	return found;
}
