/* SPDX-License-Identifier: Apache-2.0 */
#include "report/words.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"

#include "report/origin.h"

void hd_put_thread(FILE *f, const struct hd_report *r, unsigned tid)
{
	const struct hd_report_thread *t = hd_report_thread(r, tid);

	fprintf(f, "thread %u", tid);
	if (t && t->name)
		fprintf(f, " (%s)", t->name);
}

/* How much of an object's name is the program's own: all of `balance`, the first part of `worker: count` of
 * thread 2, and nothing of a description. */
static size_t own_length(const char *name)
{
	const char *local = strstr(name, ": ");

	if (local)
		return (size_t)(local + 2 - name) + strcspn(local + 2, " ");
	return strchr(name, ' ') ? 0 : strlen(name);
}

static void put_one(FILE *f, const char *name)
{
	size_t own = own_length(name);

	if (own)
		fprintf(f, "`%.*s`%s", (int)own, name, name + own);
	else
		fputs(name, f);
}

/* `queue.{length,closed}` is `queue.length` and `queue.closed`. */
void hd_put_object(FILE *f, const char *name)
{
	const char *list = strstr(name, ".{"), *end = list ? strchr(list, '}') : NULL;

	if (!end) {
		put_one(f, name);
		return;
	}
	for (const char *at = list + 2; at < end;) {
		size_t n = strcspn(at, ",}");
		char *one = hd_sprintf("%.*s%.*s", (int)(list + 1 - name), name, (int)n, at);

		put_one(f, one);
		free(one);
		at += n + 1;
		fputs(at >= end ? "" : memchr(at, ',', (size_t)(end - at)) ? ", " : " and ", f);
	}
	fputs(end + 1, f);
}

bool hd_place_known(const struct hd_location *l)
{
	return l->file || l->function || l->module;
}

bool hd_place_own(const struct hd_location *l)
{
	return l->file && hd_origin_of(l) == HD_ORIGIN_PROGRAM;
}

/* A mangled name says less than where it is. */
static bool words_is_readable(const char *function)
{
	return function && strncmp(function, "_Z", 2) != 0;
}

void hd_put_place(FILE *f, const struct hd_location *l)
{
	if (l->file)
		fprintf(f, "%s:%d", hd_shown_path(l->file), l->line);
	else if (words_is_readable(l->function))
		fprintf(f, "%s (%s+0x%" PRIx64 ")", l->function, l->module ? l->module : "?", l->offset);
	else if (l->module)
		fprintf(f, "%s+0x%" PRIx64, l->module, l->offset);
	else
		fputs("an unknown place", f);
}

const char *hd_shown_path(const char *file)
{
	char here[PATH_MAX];

	if (!getcwd(here, sizeof here))
		return file;
	size_t n = strlen(here);
	if (n > 1 && !strncmp(file, here, n) && file[n] == '/' && file[n + 1])
		return file + n + 1;
	return file;
}

void hd_put_part(FILE *f, const struct hd_report *r, unsigned i)
{
	const struct hd_report_thread *t = &r->threads[i];

	hd_put_thread(f, r, t->tid);
	fprintf(f, " %s ", t->state);
	if (t->waits_for)
		hd_put_object(f, t->waits_for);
	else
		fputs("it", f);
	if (hd_place_known(&t->where)) {
		fputs(" at ", f);
		hd_put_place(f, &t->where);
	}
}

void hd_put_run_size(FILE *f, const struct hd_run_size *size)
{
	fprintf(f, "%lu steps, %lu context switch%s and %lu preemption%s", size->steps, size->switches,
		size->switches == 1 ? "" : "es", size->preemptions, size->preemptions == 1 ? "" : "s");
}
