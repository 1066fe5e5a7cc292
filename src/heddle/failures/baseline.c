/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/baseline.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/failures/bugdir.h"
#include "heddle/failures/same_bug.h"

static int add_bug(struct hd_baseline *b, const char *folder)
{
	const char *error;
	char *fingerprint = hd_bug_fingerprint(folder, &error);

	if (!fingerprint)
		return hd_complain("%s", error);
	hd_fingerprints_add(&b->known, fingerprint);
	free(fingerprint);
	return 0;
}

static int add_bugs(struct hd_baseline *b, const char *folder)
{
	DIR *dir = opendir(folder);
	int status = 0;

	if (!dir)
		return hd_complain_errno(errno, "cannot read the baseline %s", folder);
	for (struct dirent *entry; !status && (entry = readdir(dir));) {
		char *path = hd_sprintf("%s/%s", folder, entry->d_name);

		if (hd_bugdir_number(entry->d_name))
			status = add_bug(b, path);
		free(path);
	}
	closedir(dir);
	return status;
}

static bool is_bug(const char *folder)
{
	char *path = hd_sprintf("%s/" HD_BUG_REPORT, folder);
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

int hd_baseline_load(struct hd_baseline *b, const char *path)
{
	struct stat st;
	char *trouble;

	if (!path)
		return 0;
	if (stat(path, &st))
		return hd_complain_errno(errno, "cannot read the baseline %s", path);
	if (S_ISDIR(st.st_mode))
		return is_bug(path) ? add_bug(b, path) : add_bugs(b, path);
	trouble = hd_baseline_read(path, &b->known);
	if (!trouble)
		return 0;
	hd_complain("cannot use the baseline %s: %s", path, trouble);
	free(trouble);
	return HD_EXIT_TROUBLE;
}

bool hd_baseline_has(const struct hd_baseline *b, const char *fingerprint)
{
	for (size_t i = 0; i < b->known.n; i++)
		if (!strcmp(b->known.list[i], fingerprint))
			return true;
	return false;
}

void hd_baseline_term(struct hd_baseline *b)
{
	hd_fingerprints_term(&b->known);
}
