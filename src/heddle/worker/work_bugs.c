/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/worker/work_bugs.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "store/work_files.h"

static void put_folder(struct hd_store *s, int64_t unit, const char *folder, const char *name)
{
	char hash[HD_SHA256_TEXT];
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		char *path = hd_sprintf("%s/%s", folder, entry->d_name);
		char *product = hd_sprintf("%s/%s", name, entry->d_name);
		struct stat st;
		int64_t file = 0;

		if (!lstat(path, &st) && S_ISREG(st.st_mode))
			file = hd_work_put_file(s, path, hash);
		if (file)
			hd_work_put_product(s, unit, product, file);
		free(product);
		free(path);
	}
	if (dir)
		closedir(dir);
}

void hd_work_put_bugs(struct hd_store *s, int64_t unit, const char *out)
{
	DIR *dir = opendir(out);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir)))
		if (!strncmp(entry->d_name, "bug-", 4)) {
			char *folder = hd_sprintf("%s/%s", out, entry->d_name);

			put_folder(s, unit, folder, entry->d_name);
			free(folder);
		}
	if (dir)
		closedir(dir);
}

void hd_work_put_bug(struct hd_store *s, int64_t unit, const char *out, unsigned number)
{
	char *name = hd_sprintf("bug-%u", number), *folder = hd_sprintf("%s/%s", out, name);

	put_folder(s, unit, folder, name);
	free(folder);
	free(name);
}
