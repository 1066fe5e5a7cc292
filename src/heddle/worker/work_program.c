/* SPDX-License-Identifier: Apache-2.0
 *
 * A worker runs nothing that the campaign did not name: whatever file it runs has the hash that stands in the
 * unit. */
#include "heddle/worker/work_program.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/worker/work_copy.h"

/* Where the campaign has seen it, and in the folder of programs. */
static char *find(const struct hd_worker *w, const struct hd_work_unit *u, bool *another)
{
	char *path = hd_strdup(u->path);

	for (int i = 0; i < 2; i++) {
		if (hd_work_has_hash(path, u->hash) && !access(path, X_OK))
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
		path = hd_work_copy(w->store, w->folder, u->file, u->hash, u->path, 0700);
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
	char *copy;

	*why = NULL;
	if (!u->input[0])
		return NULL;
	if (!u->input_file && !access(u->input, R_OK))
		return hd_strdup(u->input);
	copy = hd_work_input_copy(w->store, w->folder, u);
	if (!copy)
		*why = hd_sprintf(u->input_file ? "its input %s could not be fetched from the store"
						: "its input %s is not here, and not in the store",
				  u->input);
	return copy;
}
