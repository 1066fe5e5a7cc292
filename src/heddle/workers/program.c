/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/program.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/fail.h"

static bool is_runnable_file(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && !access(path, X_OK);
}

/* In PATH, for a name without a slash. */
static char *search_path(const char *name)
{
	const char *path = getenv("PATH");
	char *list = hd_strdup(path ? path : "/bin:/usr/bin"), *rest = list, *found = NULL;

	for (char *dir; *name && !found && (dir = strsep(&rest, ":"));) {
		found = hd_sprintf("%s/%s", *dir ? dir : ".", name);
		if (!is_runnable_file(found)) {
			free(found);
			found = NULL;
		}
	}
	free(list);
	return found;
}

/* Absolute, but with its links: a program may look at the name by which it was called. */
static char *absolute(char *path)
{
	char *cwd, *full;

	if (path[0] == '/')
		return path;
	cwd = getcwd(NULL, 0);
	full = hd_sprintf("%s/%s", cwd ? cwd : ".", path[0] == '.' && path[1] == '/' ? path + 2 : path);
	free(cwd);
	free(path);
	return full;
}

static bool is_script(const char *path)
{
	FILE *f = fopen(path, "re");
	bool script = f && fgetc(f) == '#' && fgetc(f) == '!';

	if (f)
		fclose(f);
	return script;
}

static int check_file(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return hd_complain_errno(errno, "cannot test %s", path);
	if (S_ISDIR(st.st_mode))
		return hd_complain("cannot test %s: it is a directory", path);
	if (!S_ISREG(st.st_mode))
		return hd_complain("cannot test %s: it is no regular file", path);
	if (access(path, X_OK))
		return hd_complain("cannot test %s: it is not executable", path);
	if ((st.st_mode & S_ISUID) || (st.st_mode & (S_ISGID | S_IXGRP)) == (S_ISGID | S_IXGRP) ||
	    getxattr(path, "security.capability", NULL, 0) > 0)
		return hd_complain(
		    "cannot test %s: it gains privileges when started (setuid, setgid or capabilities), "
		    "and the system does not preload libraries into such a program; test a plain copy",
		    path);
	return 0;
}

int hd_program_check(const char *path, struct hd_elf *elf)
{
	if (check_file(path))
		return HD_EXIT_TROUBLE;
	if (hd_elf_look(path, elf))
		return hd_complain_errno(errno, "cannot read %s", path);
	if (!elf->elf && is_script(path))
		return hd_complain("cannot test %s: it is a script; pass the program that it starts", path);
	if (!elf->elf)
		return hd_complain("cannot test %s: it is no ELF program", path);
	if (!elf->native)
		return hd_complain("cannot test %s: it is no program for x86-64", path);
	if (elf->damaged)
		return hd_complain("cannot test %s: the file is truncated, it is no complete ELF program",
				   path);
	if (!elf->dynamic && elf->library)
		return hd_complain(
		    "cannot test %s: it is a library, not a program; test a program that uses it", path);
	if (!elf->dynamic)
		return hd_complain(
		    "cannot test %s: it is statically linked, so the runtime cannot be loaded into it; "
		    "link it without -static",
		    path);
	return 0;
}

static void complain_not_found(const char *name)
{
	if (!*name)
		hd_complain("the program's name is empty");
	else if (is_runnable_file(name))
		hd_complain("%s was not found in PATH; to test the file in this directory, say ./%s", name,
			    name);
	else
		hd_complain("%s was not found in PATH", name);
}

char *hd_program_find(const char *name, struct hd_elf *elf)
{
	char *path = *name && strchr(name, '/') ? hd_strdup(name) : search_path(name);

	if (!path) {
		complain_not_found(name);
		return NULL;
	}
	path = absolute(path);
	if (hd_program_check(path, elf)) {
		free(path);
		return NULL;
	}
	return path;
}

char *hd_runtime_path(char **expected)
{
	char self[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char *path, *real, *slash;

	self[n > 0 ? n : 0] = '\0';
	slash = strrchr(self, '/');
	if (slash)
		*slash = '\0';
	path = hd_sprintf("%s/../lib/heddle/libheddle-rt.so", self);
	real = realpath(path, NULL);
	*expected = path;
	return real;
}
