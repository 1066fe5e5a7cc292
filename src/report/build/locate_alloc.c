/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/locate_alloc.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "report/build/locate.h"

/* ---- functions that return what malloc() returned ---- */

/* `text` up to `end` is a type that ends with `void *`. */
static bool ends_with_void_pointer(const char *text, size_t end)
{
	static const char word[] = "void";

	while (end && isspace((unsigned char)text[end - 1]))
		end--;
	if (!end || text[end - 1] != '*')
		return false;
	for (end--; end && isspace((unsigned char)text[end - 1]);)
		end--;
	return end >= sizeof word - 1 && !strncmp(text + end - (sizeof word - 1), word, sizeof word - 1);
}

/* Where the function's name is in its declaration; NULL: it is not there. */
static const char *find_declared(const char *line, const char *function)
{
	const char *colon = strrchr(function, ':'), *name = colon ? colon + 1 : function, *at = line;
	size_t n = strcspn(name, "(<");

	while ((at = strstr(at, name)) != NULL) {
		const char *after = at + n + strspn(at + n, " ");

		if (*after == '(' && (at == line || !isalnum((unsigned char)at[-1])))
			return at;
		at++;
	}
	return NULL;
}

static bool returns_void_pointer(struct hd_build *b, const struct hd_source_frame *frame)
{
	char *file = frame->file && frame->function && frame->declared > 1 ? hd_tidy_path(frame->file) : NULL;
	char *line = file ? hd_source_line(b->sources, file, frame->declared) : NULL;
	const char *name = line ? find_declared(line, frame->function) : NULL;
	bool does = name && ends_with_void_pointer(line, (size_t)(name - line));

	if (name == line && name) { /* the type is on a line of its own */
		char *before = hd_source_line(b->sources, file, frame->declared - 1);

		does = before && ends_with_void_pointer(before, strlen(before));
		free(before);
	}
	free(line);
	free(file);
	return does;
}

/* ---- which of the frames ---- */

/* The frame tells little: the next one outwards is better. */
static bool is_passed(struct hd_build *b, const struct hd_source_frame *frame)
{
	return (frame->file && hd_is_system_path(frame->file)) || returns_void_pointer(b, frame);
}

/* The innermost function inlined at the site that is not passed; NULL: all are, or nothing is known. */
static const struct hd_source_frame *telling_frame(struct hd_build *b, uint32_t site,
						   struct hd_alloc_place *place)
{
	const struct hd_source_frame *frames;
	unsigned n, i = 0;

	*place = (struct hd_alloc_place){0};
	if (site == HD_NO_SITE || site >= b->nsites)
		return NULL;
	place->path = hd_module_path(b, b->wire->sites[site].module);
	place->offset = b->wire->sites[site].offset;
	n = place->path ? hd_symbols_call(b->symbols, place->path, place->offset, &frames) : 0;
	place->frame = n ? frames : NULL;
	while (i < n && is_passed(b, &frames[i]))
		i++;
	return i < n ? &frames[i] : NULL;
}

/* Where the block was allocated, as far as that is recorded; NULL: it is not, or not for this block. */
static const struct hd_wire_alloc *recorded(const struct hd_build *b, const struct hd_wire_place *block)
{
	const struct hd_wire_alloc *a =
	    b->worker && block->block < HD_MAX_ALLOCS ? &b->worker->allocs[block->block] : NULL;

	return a && b->wire->trace && a->site == block->alloc_site && a->size == block->size ? a : NULL;
}

struct hd_alloc_place hd_alloc_place(struct hd_build *b, const struct hd_wire_place *block)
{
	const struct hd_wire_alloc *a = recorded(b, block);
	const uint32_t *callers = a ? a->callers : &block->alloc_caller;
	struct hd_alloc_place inner, outer;
	const struct hd_source_frame *frame = telling_frame(b, block->alloc_site, &inner);

	for (unsigned i = 0; !frame && inner.path && i < (a ? HD_CALLERS : 1) && callers[i] != HD_NO_SITE;
	     i++) {
		frame = telling_frame(b, callers[i], &outer);
		if (frame) {
			hd_alloc_place_free(&inner);
			inner = outer;
		} else {
			hd_alloc_place_free(&outer);
		}
	}
	if (frame)
		inner.frame = frame;
	return inner;
}

struct hd_alloc_place hd_alloc_place_itself(struct hd_build *b, const struct hd_wire_place *block)
{
	struct hd_alloc_place place;

	telling_frame(b, block->alloc_site, &place);
	return place;
}

void hd_alloc_place_free(struct hd_alloc_place *p)
{
	free(p->path);
	p->path = NULL;
}

struct hd_location hd_locate_alloc(struct hd_build *b, const struct hd_wire_place *block)
{
	struct hd_alloc_place p = hd_alloc_place(b, block);
	struct hd_location l =
	    p.frame ? hd_locate_frame(b, p.frame, p.path, p.offset) : hd_locate(b, block->alloc_site);

	hd_alloc_place_free(&p);
	return l;
}
