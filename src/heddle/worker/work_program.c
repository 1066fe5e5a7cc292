/* SPDX-License-Identifier: Apache-2.0
 *
 * A worker runs nothing that the campaign did not name: whatever file it runs has the hash that stands in the
 * unit. */
#include "heddle/worker/work_program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "store/work_files.h"

static bool has_hash(const char *path, const char *hash)
{
	char found[HD_SHA256_TEXT];

	return !hd_sha256_file(path, found, NULL) && !strcmp(found, hash);
}

/* Fetched once, into a folder named after its hash: its own name stays, because programs look at it. */
static char *fetch(struct hd_worker *w, int64_t file, const char *hash, const char *path, unsigned mode)
{
	char *folder = hd_sprintf("%s/%.16s", w->folder, hash);
	char *copy = hd_sprintf("%s/%s", folder, hd_base_name(path));

	if (!has_hash(copy, hash)) {
		unlink(copy);
		if (hd_make_directories(folder) || !hd_work_get_file(w->store, file, hash, copy, mode)) {
			free(copy);
			copy = NULL;
		}
	}
	free(folder);
	return copy;
}

/* Where the campaign has seen it, and in the folder of programs. */
static char *find(const struct hd_worker *w, const struct hd_work_unit *u, bool *another)
{
	char *path = hd_strdup(u->path);

	for (int i = 0; i < 2; i++) {
		if (has_hash(path, u->hash) && !access(path, X_OK))
			return path;
		*another |= !access(path, F_OK);
		free(path);
		path = w->options->programs && !i
			   ? hd_sprintf("%s/%s", w->options->programs, hd_base_name(u->path))
			   : NULL;
		if (!path)
			return NULL;
	}
	free(path);
	return NULL;
}

char *hd_work_program(struct hd_worker *w, const struct hd_work_unit *u, char **why)
{
	bool another = false;
	char *path = find(w, u, &another);

	*why = NULL;
	if (!path && u->file)
		path = fetch(w, u->file, u->hash, u->path, 0700);
	if (path)
		return path;
	if (u->file)
		*why = hd_sprintf("%s could not be fetched from the store as the campaign has named it",
				  u->path);
	else if (another)
		*why = hd_sprintf(
		    "%s is here another build than the one that the campaign has named (%s%.16s), and "
		    "that one is not in the store",
		    u->path, u->build_id[0] ? "build-id " : "SHA-256 ",
		    u->build_id[0] ? u->build_id : u->hash);
	else
		*why = hd_sprintf(
		    "%s is not here, and not in the store; --programs names a folder to look in", u->path);
	return NULL;
}

char *hd_work_input(struct hd_worker *w, const struct hd_work_unit *u, char **why)
{
	char hash[HD_SHA256_TEXT], *copy;

	*why = NULL;
	if (!u->input[0])
		return NULL;
	if (!u->input_file) {
		if (!access(u->input, R_OK))
			return hd_strdup(u->input);
		*why = hd_sprintf("its input %s is not here, and not in the store", u->input);
		return NULL;
	}
	if (hd_work_file_hash(w->store, u->input_file, hash)) {
		if (has_hash(u->input, hash))
			return hd_strdup(u->input);
		copy = fetch(w, u->input_file, hash, u->input, 0600);
		if (copy)
			return copy;
	}
	*why = hd_sprintf("its input %s could not be fetched from the store", u->input);
	return NULL;
}
