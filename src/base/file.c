/* SPDX-License-Identifier: Apache-2.0 */
#include "base/file.h"

#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"

static bool is_special(const char *path)
{
	struct stat st;

	return !stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

int hd_outfile_open(struct hd_outfile *o, const char *path)
{
	o->path = hd_strdup(path);
	o->temporary = is_special(path) ? NULL : hd_sprintf("%s.%ld.tmp", path, (long)getpid());
	o->f = fopen(o->temporary ? o->temporary : path, "we");
	if (!o->f) {
		int error = errno;

		free(o->path);
		free(o->temporary);
		errno = error;
		return -1;
	}
	return 0;
}

static void file_release(struct hd_outfile *o)
{
	free(o->path);
	free(o->temporary);
	*o = (struct hd_outfile){0};
}

int hd_outfile_commit(struct hd_outfile *o)
{
	int error = 0;

	errno = 0;
	if (ferror(o->f) | fflush(o->f))
		error = errno ? errno : EIO;
	if (fclose(o->f) && !error)
		error = errno;
	if (!error && o->temporary && rename(o->temporary, o->path))
		error = errno;
	if (error && o->temporary)
		unlink(o->temporary);
	file_release(o);
	errno = error;
	return error ? -1 : 0;
}

void hd_outfile_abandon(struct hd_outfile *o)
{
	int error = errno;

	fclose(o->f);
	if (o->temporary)
		unlink(o->temporary);
	file_release(o);
	errno = error;
}

int hd_make_directories(const char *path)
{
	char *copy = hd_strdup(path);
	int result = 0;

	for (char *p = copy + 1; *copy && !result; p++) {
		char c = *p;

		if (c && c != '/')
			continue;
		*p = '\0';
		if (mkdir(copy, 0777) && errno != EEXIST)
			result = -1;
		*p = c;
		if (!c)
			break;
	}
	free(copy);
	return result;
}

const char *hd_base_name(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path;
}

bool hd_is_system_path(const char *path)
{
	static const char *const folders[] = {"/usr/include/", "/usr/lib/", "/usr/bin/", "/usr/share/",
					      "/usr/local/include/"};

	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
		if (!strncmp(path, folders[i], strlen(folders[i]))) /* clang says /usr/bin/../include/… */
			return true;
	return strstr(path, "/include/c++/");
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *at)
{
	(void)status;
	(void)type;
	(void)at;
	return remove(path);
}

void hd_remove_tree(const char *folder)
{
	nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

char *hd_read_text(const char *path)
{
	FILE *f = fopen(path, "re");
	char *text = NULL;
	size_t room = 0;

	if (f && getdelim(&text, &room, '\0', f) < 0) {
		free(text);
		text = NULL;
	}
	if (f)
		fclose(f);
	return text;
}
