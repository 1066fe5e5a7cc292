/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/leavings_sweep.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static void sweep_folder(const char *path, const char *beginning)
{
	DIR *folder = opendir(path);
	const struct dirent *entry;

	if (!folder)
		return;
	while ((entry = readdir(folder)))
		if (!strncmp(entry->d_name, beginning, strlen(beginning)))
			unlinkat(dirfd(folder), entry->d_name, 0);
	closedir(folder);
}

void hd_leavings_sweep(pid_t owner)
{
	char beginning[40];

	snprintf(beginning, sizeof(beginning), "heddle-%u-", (unsigned)owner);
	sweep_folder("/dev/shm", beginning);
	sweep_folder("/dev/mqueue", beginning); /* where it is mounted */
}
