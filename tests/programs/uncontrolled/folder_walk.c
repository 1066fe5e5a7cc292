/* SPDX-License-Identifier: Apache-2.0
 * folder_walk.c: decides by the number of files that a walk through a folder meets, to which it adds one.
 * NAMES: nftw(walk) */
#define _GNU_SOURCE
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "toss.h"

static int met;

static int meet(const char *path, const struct stat *st, int type, struct FTW *where)
{
	(void)path;
	(void)st;
	(void)where;
	met += type == FTW_F;
	return 0;
}

static int odd_one(void)
{
	char name[32];

	mkdir("walk", 0700);
	nftw("walk", meet, 4, 0); /* HERE */
	snprintf(name, sizeof name, "walk/%d", met);
	close(open(name, O_CREAT | O_WRONLY, 0600));
	return met & 1;
}
