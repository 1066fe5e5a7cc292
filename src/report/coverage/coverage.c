/* SPDX-License-Identifier: Apache-2.0
 *
 * The order of what is untested: iRoots that are about the same lines of source are listed together, because
 * a reader who looks at one looks at the others, too. First come those that no run has tried, simple ones
 * before the others. */
#include "report/coverage/coverage.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static int compare_ops(const struct hd_cover_op *a, const struct hd_cover_op *b)
{
	int files = strcmp(a->file, b->file);

	if (files || a->line != b->line)
		return files ? files : a->line - b->line;
	return a->file[0] ? 0 : strcmp(a->function, b->function);
}

/* The lines of an iRoot: sorted, each once. */
static unsigned lines_of(const struct hd_cover_iroot *r, struct hd_cover_op *lines)
{
	unsigned n = 0;

	for (unsigned i = 0; i < r->n; i++) {
		unsigned at = 0;

		while (at < n && compare_ops(&lines[at], &r->ops[i]) < 0)
			at++;
		if (at < n && !compare_ops(&lines[at], &r->ops[i]))
			continue;
		memmove(&lines[at + 1], &lines[at], (n - at) * sizeof *lines);
		lines[at] = r->ops[i];
		n++;
	}
	return n;
}

static int compare_lines(const struct hd_cover_iroot *a, const struct hd_cover_iroot *b)
{
	struct hd_cover_op x[HD_IDIOM_OPS + 1], y[HD_IDIOM_OPS + 1];
	unsigned n = lines_of(a, x), m = lines_of(b, y);

	if (n != m)
		return n < m ? -1 : 1;
	for (unsigned i = 0; i < n; i++) {
		int c = compare_ops(&x[i], &y[i]);

		if (c)
			return c;
	}
	return 0;
}

static int compare_promise(const struct hd_cover_iroot *a, const struct hd_cover_iroot *b)
{
	if (a->attempts != b->attempts)
		return a->attempts < b->attempts ? -1 : 1;
	return (int)a->idiom - (int)b->idiom;
}

static int by_lines(const void *a, const void *b)
{
	int lines = compare_lines(a, b);

	return lines ? lines : compare_promise(a, b);
}

struct group {
	size_t at, n;
};

static const struct hd_cover_iroot *sorted; /* what groups are parts of, while they are sorted */

static int by_promise(const void *a, const void *b)
{
	const struct group *x = a, *y = b;
	int promise = compare_promise(&sorted[x->at], &sorted[y->at]);

	if (promise)
		return promise;
	if (x->n != y->n)
		return x->n > y->n ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static size_t find_groups(const struct hd_coverage *c, struct group *groups)
{
	size_t n = 0;

	for (size_t i = 0; i < c->nopen; i++) {
		if (!i || compare_lines(&c->open[i - 1], &c->open[i]) != 0)
			groups[n++] = (struct group){.at = i};
		groups[n - 1].n++;
	}
	return n;
}

void hd_coverage_sort(struct hd_coverage *c)
{
	struct group *groups = malloc((c->nopen + 1) * sizeof *groups);
	struct hd_cover_iroot *out = malloc((c->nopen + 1) * sizeof *out);
	size_t n, at = 0;

	if (groups && out && c->nopen) {
		qsort(c->open, c->nopen, sizeof *c->open, by_lines);
		n = find_groups(c, groups);
		sorted = c->open;
		qsort(groups, n, sizeof *groups, by_promise);
		for (size_t g = 0; g < n; g++) {
			size_t first = at;

			for (size_t i = 0; i < groups[g].n; i++) {
				out[at] = c->open[groups[g].at + i];
				out[at++].group = first;
			}
		}
		memcpy(c->open, out, c->nopen * sizeof *out);
	}
	free(groups);
	free(out);
}

void hd_cover_place_put(const struct hd_cover_op *op, FILE *f)
{
	if (op->file[0])
		fprintf(f, "%s:%d", hd_base_name(op->file), op->line);
	else
		fputs(op->function[0] ? op->function : "somewhere", f);
}

void hd_cover_iroot_put(const struct hd_cover_iroot *r, FILE *f)
{
	for (unsigned i = 0; i < r->n; i++) {
		if (i)
			fputs(i == 2 && r->n == 4 ? ", " : " => ", f);
		fprintf(f, "%s ", r->ops[i].kind);
		hd_cover_place_put(&r->ops[i], f);
	}
}

static void put_number(FILE *f, uint64_t n, const char *one, const char *many)
{
	fprintf(f, "%" PRIu64 " %s", n, n == 1 ? one : many);
}

void hd_cover_builds_put(const struct hd_cover_builds *b, FILE *f)
{
	if (b->all && b->n > 1) {
		fprintf(f, "All %" PRIu64 " builds of the program together.", b->n);
	} else if (b->searches_left || b->iroots_left) {
		fputs("This build only: ", f);
		put_number(f, b->searches_left, "search", "searches");
		fputs(" of older ones and ", f);
		put_number(f, b->iroots_left, "iRoot", "iRoots");
		fputs(" of code that is gone are left out (--all-builds).", f);
	}
	if (!b->all && b->only_older) {
		fprintf(f, "%s", b->searches_left || b->iroots_left ? " " : "");
		put_number(f, b->only_older, "exposed iRoot was", "exposed iRoots were");
		fputs(" exposed by older builds only.", f);
	}
}
