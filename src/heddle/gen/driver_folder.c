/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/gen/driver_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"

#define FOLDERS "/tmp/heddle-gen-"
#define LOCK	"/lock"

static bool is_ours(const char *folder)
{
	struct stat status;

	return !lstat(folder, &status) && S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

/* Remove the folder if it is ours, and the lock in it is held by no process. */
static void remove_stale(const char *lock)
{
	char *folder = hd_sprintf("%.*s", (int)(strlen(lock) - strlen(LOCK)), lock);
	int fd = is_ours(folder) ? open(lock, O_RDWR | O_CLOEXEC | O_NOFOLLOW) : -1;

	if (fd >= 0 && !flock(fd, LOCK_EX | LOCK_NB))
		hd_remove_tree(folder);
	if (fd >= 0)
		close(fd);
	free(folder);
}

static void remove_all_stale(void)
{
	glob_t found;

	if (!glob(FOLDERS "*" LOCK, GLOB_NOSORT, NULL, &found))
		for (size_t i = 0; i < found.gl_pathc; i++)
			remove_stale(found.gl_pathv[i]);
	globfree(&found);
}

/* The lock is taken after the file is there: in between another heddle may have taken it for a stale one.
 * Then the file is gone, and *gone is set. */
static int lock_folder(const char *folder, bool *gone)
{
	char *path = hd_sprintf("%s" LOCK, folder);
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	struct stat status;

	free(path);
	*gone = false;
	if (fd < 0)
		return -1;
	if (TEMP_FAILURE_RETRY(flock(fd, LOCK_EX)) || fstat(fd, &status) || !status.st_nlink) {
		*gone = true;
		close(fd);
		return -1;
	}
	return fd;
}

static int make_own(struct hd_driver_folder *f)
{
	bool gone = true;

	remove_all_stale();
	while (gone) {
		char template[] = FOLDERS "XXXXXX";

		if (!mkdtemp(template))
			return hd_complain_errno(errno, "cannot make a folder in /tmp");
		f->lock = lock_folder(template, &gone);
		if (f->lock >= 0)
			f->path = hd_strdup(template);
		else if (!gone)
			return hd_complain_errno(errno, "cannot write to %s", template);
	}
	return 0;
}

int hd_driver_folder_make(struct hd_driver_folder *f, const char *keep)
{
	*f = (struct hd_driver_folder){.lock = -1};
	if (!keep)
		return make_own(f);
	if (hd_make_directories(keep))
		return hd_complain_errno(errno, "cannot make %s", keep);
	f->path = realpath(keep, NULL);
	return f->path ? 0 : hd_complain_errno(errno, "cannot find %s", keep);
}

void hd_driver_folder_end(struct hd_driver_folder *f)
{
	if (f->lock >= 0) {
		hd_remove_tree(f->path);
		close(f->lock);
	}
	free(f->path);
}
