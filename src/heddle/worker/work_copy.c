/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/worker/work_copy.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "store/work_files.h"

bool hd_work_has_hash(const char *path, const char *hash)
{
	char found[HD_SHA256_TEXT];

	return !hd_sha256_file(path, found, NULL) && !strcmp(found, hash);
}

char *hd_work_copy(struct hd_store *s, const char *folder, int64_t file, const char *hash, const char *path,
		   unsigned mode)
{
	char *own = hd_sprintf("%s/%.16s", folder, hash);
	char *copy = hd_sprintf("%s/%s", own, hd_base_name(path));

	if (!hd_work_has_hash(copy, hash)) {
		unlink(copy);
		if (hd_make_directories(own) || !hd_work_get_file(s, file, hash, copy, mode)) {
			free(copy);
			copy = NULL;
		}
	}
	free(own);
	return copy;
}

char *hd_work_input_copy(struct hd_store *s, const char *folder, const struct hd_work_unit *u)
{
	char hash[HD_SHA256_TEXT];

	if (!u->input_file || !hd_work_file_hash(s, u->input_file, hash))
		return NULL;
	return hd_work_has_hash(u->input, hash)
		   ? hd_strdup(u->input)
		   : hd_work_copy(s, folder, u->input_file, hash, u->input, 0600);
}
