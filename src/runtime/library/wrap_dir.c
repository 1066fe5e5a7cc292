/* SPDX-License-Identifier: Apache-2.0
 *
 * Folders are read in the order of their names: the file system's own order depends on when and how files
 * were made. The whole folder is read at the first call. */
#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/io/io.h"
#include "runtime/memory/run_memory.h"

_Static_assert(sizeof(struct dirent) == sizeof(struct dirent64) &&
		   offsetof(struct dirent, d_name) == offsetof(struct dirent64, d_name),
	       "one kind of entry");

#define ENTRY_SIZE sizeof(struct dirent *)

struct listing {
	const DIR *dir; /* NULL: not in use any more */
	struct dirent **entries;
	size_t n, room, at;
	struct listing *next;
};

static struct listing *listings; /* of this run */
static uint32_t epoch;

static struct listing *find_stream(const DIR *dir)
{
	if (epoch != hd_rt.run.epoch) {
		epoch = hd_rt.run.epoch;
		listings = NULL;
	}
	for (struct listing *l = listings; l; l = l->next)
		if (l->dir == dir)
			return l;
	return NULL;
}

static int by_name(const void *a, const void *b)
{
	return strcmp((*(struct dirent *const *)a)->d_name, (*(struct dirent *const *)b)->d_name);
}

static void add_stream(struct listing *l, const struct dirent *e)
{
	struct dirent *copy = hd_run_alloc(sizeof *copy);

	if (l->n == l->room) {
		size_t room = l->room ? 2 * l->room : 16;
		struct dirent **larger = hd_run_alloc(room * ENTRY_SIZE);

		memcpy(larger, l->entries, l->n * ENTRY_SIZE);
		if (l->room)
			hd_run_free(l->entries, l->room * ENTRY_SIZE);
		l->entries = larger;
		l->room = room;
	}
	memcpy(copy, e, e->d_reclen < sizeof *copy ? e->d_reclen : sizeof *copy);
	l->entries[l->n++] = copy;
}

static struct listing *list(DIR *dir)
{
	struct listing *l = find_stream(dir);
	const struct dirent *e;
	int saved = errno;

	if (l)
		return l;
	l = hd_run_alloc(sizeof *l);
	*l = (struct listing){.dir = dir, .next = listings};
	listings = l;
	while ((e = HD_REAL(readdir)(dir)))
		add_stream(l, e);
	if (l->n)
		qsort(l->entries, l->n, ENTRY_SIZE, by_name);
	errno = saved;
	return l;
}

static struct dirent *next_entry(DIR *dir)
{
	struct listing *l = list(dir);

	return l->at < l->n ? l->entries[l->at++] : NULL;
}

static void forget_stream(const DIR *dir)
{
	struct listing *l = find_stream(dir);

	if (!l)
		return;
	for (size_t i = 0; i < l->n; i++)
		hd_run_free(l->entries[i], sizeof *l->entries[i]);
	if (l->room)
		hd_run_free(l->entries, l->room * ENTRY_SIZE);
	*l = (struct listing){.next = l->next};
}

HD_EXPORT struct dirent *readdir(DIR *dir)
{
	return hd_active() ? next_entry(dir) : HD_REAL(readdir)(dir);
}

HD_EXPORT struct dirent64 *readdir64(DIR *dir)
{
	return hd_active() ? (struct dirent64 *)next_entry(dir) : HD_REAL(readdir64)(dir);
}

/* Deprecated, but still called; by another name, because libc warns of it. */
int read_into(DIR *dir, struct dirent *out, struct dirent **result) __asm__("readdir_r");
int read_into64(DIR *dir, struct dirent *out, struct dirent **result) __asm__("readdir64_r");

static int read_entry(DIR *dir, struct dirent *out, struct dirent **result, const char *name)
{
	__typeof__(&read_into) real;
	const struct dirent *e;

	if (!hd_active()) {
		real = (__typeof__(&read_into))hd_real_symbol(name);
		return real(dir, out, result);
	}
	e = next_entry(dir);
	if (e)
		memcpy(out, e, e->d_reclen < sizeof *e ? e->d_reclen : sizeof *e);
	*result = e ? out : NULL;
	return 0;
}

HD_EXPORT int read_into(DIR *dir, struct dirent *out, struct dirent **result)
{
	return read_entry(dir, out, result, "readdir_r");
}

HD_EXPORT int read_into64(DIR *dir, struct dirent *out, struct dirent **result)
{
	return read_entry(dir, out, result, "readdir64_r");
}

HD_EXPORT void rewinddir(DIR *dir)
{
	if (hd_active())
		forget_stream(dir);
	HD_REAL(rewinddir)(dir);
}

HD_EXPORT long telldir(DIR *dir)
{
	return hd_active() ? (long)list(dir)->at : HD_REAL(telldir)(dir);
}

HD_EXPORT void seekdir(DIR *dir, long at)
{
	if (hd_active())
		list(dir)->at = (size_t)at;
	else
		HD_REAL(seekdir)(dir, at);
}

HD_EXPORT int closedir(DIR *dir)
{
	if (hd_active()) {
		forget_stream(dir);
		hd_fd_point(HD_CLOSE, HD_SITE());
		hd_fd_closed(dirfd(dir));
	}
	return HD_REAL(closedir)(dir);
}

/* ---- scandir ---- */

typedef int order(const struct dirent **, const struct dirent **);

/* As the program wants it, and by name where it does not care. */
static int by_order(const void *a, const void *b, void *wanted)
{
	order *compare = *(order **)wanted;
	int result = compare ? compare((const struct dirent **)a, (const struct dirent **)b) : 0;

	return result ? result : by_name(a, b);
}

HD_EXPORT int scandir(const char *path, struct dirent ***names, int (*filter)(const struct dirent *),
		      order *compare)
{
	int n = HD_REAL(scandir)(path, names, filter, hd_active() ? NULL : compare);

	if (hd_active() && n > 1)
		qsort_r(*names, (size_t)n, ENTRY_SIZE, by_order, &compare);
	return n;
}

typedef int order64(const struct dirent64 **, const struct dirent64 **);

HD_EXPORT int scandir64(const char *path, struct dirent64 ***names, int (*filter)(const struct dirent64 *),
			order64 *compare)
{
	int n = HD_REAL(scandir64)(path, names, filter, hd_active() ? NULL : compare);

	if (hd_active() && n > 1)
		qsort_r(*names, (size_t)n, ENTRY_SIZE, by_order, &compare);
	return n;
}
