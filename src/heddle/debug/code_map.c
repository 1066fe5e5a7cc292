/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/code_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static enum hd_code_owner owner_of_file(const char *path, const char *runtime)
{
	static const char *const libc[] = {"libc.so", "libc-", "ld-linux", "ld-2", "libpthread", "[vdso]"};
	const char *name = base_name(path);

	if (!strcmp(name, base_name(runtime)))
		return HD_CODE_RUNTIME;
	for (size_t i = 0; i < sizeof(libc) / sizeof(*libc); i++)
		if (!strncmp(name, libc[i], strlen(libc[i])))
			return HD_CODE_LIBC;
	return HD_CODE_PROGRAM;
}

static void add_line(struct hd_code_map *m, const char *line, const char *runtime)
{
	uint64_t lo, hi;
	char rights[8];
	int path = 0;

	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s %*s %*s %*s %n", &lo, &hi, rights, &path) < 3 || !path)
		return;
	if (!strchr(rights, 'x'))
		return;
	m->ranges = hd_grow(m->ranges, &m->cap, m->n + 1, sizeof(*m->ranges));
	m->ranges[m->n++] = (struct hd_code_range){lo, hi, owner_of_file(line + path, runtime)};
}

void hd_code_map_read(struct hd_code_map *m, pid_t pid, const char *runtime)
{
	char path[64], *line = NULL;
	size_t cap = 0;
	ssize_t n;
	FILE *f;

	snprintf(path, sizeof(path), "/proc/%ld/maps", (long)pid);
	f = fopen(path, "re");
	m->n = 0;
	if (!f)
		return;
	while ((n = getline(&line, &cap, f)) > 0) {
		line[n - 1] = 0;
		add_line(m, line, runtime);
	}
	free(line);
	fclose(f);
}

void hd_code_map_free(struct hd_code_map *m)
{
	free(m->ranges);
	*m = (struct hd_code_map){0};
}

enum hd_code_owner hd_code_owner_of(const struct hd_code_map *m, uint64_t address)
{
	for (size_t i = 0; i < m->n; i++)
		if (address >= m->ranges[i].lo && address < m->ranges[i].hi)
			return m->ranges[i].owner;
	return HD_CODE_UNKNOWN;
}
