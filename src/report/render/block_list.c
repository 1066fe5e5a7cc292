/* SPDX-License-Identifier: Apache-2.0 */
#include "report/render/block_list.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

#define INDENT 4

struct entry {
	const struct hd_report_block *block;
	bool mentioned;
};

static int compare_entries(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	return strcmp(x->block->name, y->block->name);
}

static struct entry *entry_named(struct entry *entries, size_t n, const char *name, size_t length)
{
	size_t low = 0;

	while (low < n) {
		size_t middle = (low + n) / 2;
		const char *other = entries[middle].block->name;
		int order = strncmp(other, name, length);

		if (!order && !other[length])
			return &entries[middle];
		if (order < 0)
			low = middle + 1;
		else
			n = middle;
	}
	return NULL;
}

/* Of a block `node A` the steps name `node A`, `node A.next`, `node A[8]`. */
static void mention(struct entry *entries, size_t n, const char *object)
{
	for (size_t i = 1;; i++) {
		struct entry *e =
		    isalnum((unsigned char)object[i]) ? NULL : entry_named(entries, n, object, i);

		if (e)
			e->mentioned = true;
		if (e || !object[i])
			return;
	}
}

void hd_block_list_print(FILE *f, const struct hd_report *r, const struct hd_rows *rows,
			 const struct hd_style *style)
{
	struct entry *entries = hd_new(r->nblocks, sizeof *entries);
	bool any = false;

	for (unsigned i = 0; i < r->nblocks; i++)
		entries[i].block = &r->blocks[i];
	if (r->nblocks)
		qsort(entries, r->nblocks, sizeof *entries, compare_entries);
	for (size_t i = 0; r->nblocks && i < rows->n; i++) {
		const char *object = r->steps_list[rows->list[i].first].object;

		if (rows->list[i].shown && object && *object)
			mention(entries, r->nblocks, object);
	}
	for (unsigned i = 0; i < r->nblocks; i++) {
		char *before;

		if (!entry_named(entries, r->nblocks, r->blocks[i].name, strlen(r->blocks[i].name))
			 ->mentioned)
			continue;
		before = hd_sprintf("%s  %s: ", any ? "" : "\n", r->blocks[i].name);
		hd_put_folded(f, style, before, r->blocks[i].text, INDENT);
		free(before);
		any = true;
	}
	free(entries);
}
