/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/pages/bug_folders.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/number.h"

#define PREFIX "bug-"

bool hd_bug_folder_is_one(const char *path)
{
	char *report = hd_sprintf("%s/report.json", path);
	bool there = !access(report, F_OK);

	free(report);
	return there;
}

void hd_bug_folders_add(struct hd_bug_folders *b, const char *path)
{
	for (size_t i = 0; i < b->n; i++)
		if (!strcmp(b->list[i], path))
			return;
	b->list = hd_grow(b->list, &b->cap, b->n + 1, sizeof *b->list);
	b->list[b->n++] = hd_strdup(path);
}

static uint64_t bug_number(const char *name)
{
	uint64_t n;

	return !strncmp(name, PREFIX, strlen(PREFIX)) && hd_parse_count(name + strlen(PREFIX), UINT32_MAX, &n)
		   ? n
		   : 0;
}

static int compare_bugs(const struct dirent **a, const struct dirent **b)
{
	uint64_t x = bug_number((*a)->d_name), y = bug_number((*b)->d_name);

	return x < y ? -1 : x > y;
}

static int is_bug(const struct dirent *entry)
{
	return bug_number(entry->d_name) != 0;
}

void hd_bug_folders_add_all(struct hd_bug_folders *b, const char *out)
{
	struct dirent **entries;
	int n = scandir(out, &entries, is_bug, compare_bugs);

	for (int i = 0; i < n; i++) {
		char *path = hd_sprintf("%s/%s", out, entries[i]->d_name);

		if (hd_bug_folder_is_one(path))
			hd_bug_folders_add(b, path);
		free(path);
		free(entries[i]);
	}
	if (n >= 0)
		free(entries);
}

void hd_bug_folders_free(struct hd_bug_folders *b)
{
	for (size_t i = 0; i < b->n; i++)
		free(b->list[i]);
	free(b->list);
}
