/* SPDX-License-Identifier: Apache-2.0 */
#include "static/object_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"

#define MOST_NAMED 3 /* objects that one pointer may point to */

/* The innermost member at this offset; NULL: there is none. */
static const char *member_at(const struct hd_static_facts *f, const struct hd_global *global, int64_t offset)
{
	const char *name = NULL;

	for (uint32_t i = 0; i < global->nmembers; i++) {
		const struct hd_member_name *m = &f->members[global->first_member + i];

		if (offset >= 0 && (uint64_t)offset >= m->offset && (uint64_t)offset - m->offset < m->size)
			name = m->name;
	}
	return name;
}

static void put_global(const struct hd_static_facts *f, const struct hd_global *global, int64_t offset,
		       FILE *out)
{
	const char *member = member_at(f, global, offset);

	fputs(member ? member : global->name, out);
	if (!member && offset > 0)
		fprintf(out, "+%" PRId64, offset);
}

/* False: it has no name. */
static bool put_object(struct hd_static_facts *f, const struct hd_object *object, int64_t offset, FILE *out)
{
	bool known = object->what != HD_NIL;

	switch (object->kind) {
	case HD_OBJECT_GLOBAL:
		if (known)
			put_global(f, &f->globals[object->what], offset, out);
		return known;
	case HD_OBJECT_STACK:
	case HD_OBJECT_HEAP:
		if (known)
			fprintf(out, "%s %s",
				object->kind == HD_OBJECT_HEAP ? "memory allocated in"
							       : "a local variable of",
				f->functions[f->blocks[object->what].function].name);
		return known;
	default:
		return false;
	}
}

/* The name of one object, to be freed; NULL: it has none. */
static char *name_of_object(struct hd_static_facts *f, const struct hd_object *object, struct hd_cell cell)
{
	struct hd_cell base = hd_cells_find(&f->cells, (struct hd_cell){object->node, 0});
	struct hd_text text;
	char *name;
	bool named;

	hd_text_begin(&text);
	named = put_object(f, object, cell.offset - base.offset, text.f);
	name = hd_text_end(&text);
	if (named)
		return name;
	free(name);
	return NULL;
}

/* Takes both over. */
static char *add_name(char *list, char *name)
{
	char *longer;

	if (!list || !name)
		return list ? list : name;
	longer = strstr(list, name) ? hd_strdup(list) : hd_sprintf("%s, %s", list, name);
	free(list);
	free(name);
	return longer;
}

char *hd_object_words(struct hd_static_facts *f, struct hd_cell at)
{
	struct hd_cell cell = hd_cells_find(&f->cells, at);
	uint32_t o = hd_cells_next(&f->cells, cell, UINT32_MAX);
	char *list = NULL;

	for (unsigned n = 0; n < MOST_NAMED && o != UINT32_MAX; n++) {
		list = add_name(list, name_of_object(f, &f->cells.objects[o], cell));
		o = hd_cells_next(&f->cells, cell, o);
	}
	return list;
}
