/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/findings_alike.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "report/build/finding_report.h"
#include "wire/wire_check.h"

/* One line of source often has several accesses (`x++` has two): a finding is about lines, not about
 * instructions. */
static bool same_line(const struct hd_location *a, const struct hd_location *b)
{
	if (a->file && b->file)
		return a->line == b->line && !strcmp(a->file, b->file);
	return !a->file && !b->file && a->offset == b->offset;
}

static bool has_line(const struct hd_report *r, const struct hd_location *l)
{
	for (unsigned i = 0; i < r->nthreads; i++)
		if (same_line(&r->threads[i].where, l))
			return true;
	return false;
}

/* Names of objects, where the index of an array does not matter. */
static bool same_object(const char *a, const char *b)
{
	if (!a || !b)
		return a == b;
	for (;; a++, b++) {
		if (*a != *b)
			return false;
		if (!*a)
			return true;
		if (*a == '[') {
			a += strcspn(a, "]");
			b += strcspn(b, "]");
			if (!*a || !*b)
				return *a == *b;
		}
	}
}

static bool has_object(const struct hd_report *r, const char *name)
{
	for (unsigned i = 0; i < r->nthreads; i++)
		if (same_object(r->threads[i].waits_for, name))
			return true;
	return false;
}

/* A function that takes all locks makes one line of many lock orders. */
static bool same_objects(const struct hd_report *a, const struct hd_report *b)
{
	for (unsigned i = 0; i < a->nthreads; i++)
		if (!has_object(b, a->threads[i].waits_for))
			return false;
	return true;
}

bool hd_findings_alike(const struct hd_report *a, const struct hd_report *b)
{
	if (strcmp(a->kind, b->kind) != 0 || a->nthreads != b->nthreads)
		return false;
	for (unsigned i = 0; i < a->nthreads; i++)
		if (!has_line(b, &a->threads[i].where) || !has_line(a, &b->threads[i].where))
			return false;
	return strcmp(a->kind, "lock-order") != 0 || same_objects(a, b);
}

static bool is_told(struct hd_report *const *told, unsigned n, const struct hd_report *r)
{
	for (unsigned i = 0; i < n; i++)
		if (hd_findings_alike(told[i], r))
			return true;
	return false;
}

char **hd_findings_sentences(const struct hd_wire *wire, struct hd_symbols *symbols, unsigned most,
			     unsigned *n)
{
	uint32_t all = hd_wire_findings(wire);
	struct hd_report **told = hd_new(all, sizeof(struct hd_report *));
	char **sentences = hd_new(most, sizeof(*sentences));

	*n = 0;
	for (uint32_t i = 0; i < all && *n < most; i++) {
		struct hd_report *r = hd_report_of_finding(wire, i, symbols);

		if (!r || is_told(told, *n, r)) {
			hd_report_free(r);
			continue;
		}
		sentences[*n] = hd_strdup(r->message);
		told[(*n)++] = r;
	}
	for (unsigned i = 0; i < *n; i++)
		hd_report_free(told[i]);
	free(told);
	return sentences;
}
