/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/same_bug.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/failures/bugdir.h"
#include "report/fingerprint.h"
#include "report/json/report_read.h"

/* Of a folder that has it beside its report, with the name of the algorithm. */
static char *read_fingerprint(const char *folder)
{
	char *path = hd_sprintf("%s/" HD_BUG_FINGERPRINT, folder), line[64] = "";
	FILE *f = fopen(path, "re");
	size_t n = f ? fread(line, 1, sizeof(line) - 1, f) : 0;
	const char *digits = line + strlen(HD_FINGERPRINT_NAME " ");

	line[n] = '\0';
	if (f)
		fclose(f);
	free(path);
	return n > strlen(HD_FINGERPRINT_NAME " ") + HD_FINGERPRINT_DIGITS &&
		       !strncmp(line, HD_FINGERPRINT_NAME " ", strlen(HD_FINGERPRINT_NAME " "))
		   ? strndup(digits, HD_FINGERPRINT_DIGITS)
		   : NULL;
}

static struct hd_report *read_report(const char *folder, const char **error)
{
	char *path = hd_sprintf("%s/" HD_BUG_REPORT, folder);
	struct hd_report *r = hd_report_read_json(path, error);

	free(path);
	return r;
}

char *hd_bug_fingerprint(const char *folder, const char **error)
{
	char *fingerprint = read_fingerprint(folder);
	struct hd_report *r;

	if (fingerprint)
		return fingerprint;
	r = read_report(folder, error);
	if (r)
		fingerprint = hd_report_fingerprint(r);
	hd_report_free(r);
	return fingerprint;
}

struct hd_report *hd_bug_report(const char *out, unsigned number)
{
	char *folder = hd_sprintf("%s/bug-%u", out, number);
	const char *error;
	struct hd_report *r = read_report(folder, &error);

	free(folder);
	return r;
}

static bool may_replace(const struct hd_report *old, const struct hd_report *new)
{
	return (old->doubt || !new->doubt) && !strcmp(hd_base_name(old->program), hd_base_name(new->program));
}

static bool is_about(const char *out, unsigned number, const struct hd_report *r, const char *fingerprint)
{
	char *folder = hd_sprintf("%s/bug-%u", out, number);
	const char *error;
	char *other = hd_bug_fingerprint(folder, &error);
	bool same = other && !strcmp(other, fingerprint);
	struct hd_report *old = same ? read_report(folder, &error) : NULL;

	same = old && may_replace(old, r);
	hd_report_free(old);
	free(other);
	free(folder);
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
