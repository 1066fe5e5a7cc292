/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/locate.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "report/utf8.h"
#include "symbol/short_name.h"

#define MAX_NAME 300 /* C++ knows no measure */
#define MAX_PATH 1200

char *hd_shown_name(const char *name)
{
	char *brief = name ? hd_short_name(name) : NULL, *shown = hd_clean(brief, MAX_NAME);

	free(brief);
	return shown;
}

char *hd_module_path(const struct hd_build *b, uint32_t module)
{
	return module < b->nmodules ? strndup(b->wire->modules[module].path, HD_PATH_MAX - 1) : NULL;
}

/* The module's path and the offset in it; false when there is no such site. */
static bool site_module(const struct hd_build *b, uint32_t site, char **path, uint64_t *offset)
{
	if (site == HD_NO_SITE || site >= b->nsites)
		return false;
	*offset = b->wire->sites[site].offset;
	*path = hd_module_path(b, b->wire->sites[site].module);
	return *path;
}

/* Reports do not show places inside the runtime. */
static bool is_runtime(const char *path)
{
	return !strcmp(hd_base_name(path), "libheddle-rt.so");
}

bool hd_is_in_runtime(const struct hd_build *b, uint32_t module)
{
	char *path = hd_module_path(b, module);
	bool in = path && is_runtime(path);

	free(path);
	return in;
}

struct hd_location hd_locate_frame(struct hd_build *b, const struct hd_source_frame *frame, const char *path,
				   uint64_t offset)
{
	struct hd_location l = {.offset = offset, .module = hd_clean(hd_base_name(path), MAX_NAME)};

	l.function = hd_shown_name(frame->function);
	if (frame->file && frame->line > 0) {
		char *file = hd_tidy_path(frame->file);

		l.line = frame->line;
		l.column = frame->column;
		l.source = hd_source_line(b->sources, file, frame->line);
		l.file = hd_clean(file, MAX_PATH);
		free(file);
	}
	return l;
}

static bool is_system_header(const struct hd_source_frame *frame)
{
	return frame->file && hd_is_system_path(frame->file);
}

/* What a library's header inlined into the program is better shown where the program uses it. */
static const struct hd_source_frame *most_telling(const struct hd_source_frame *frames, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (!is_system_header(&frames[i]))
			return &frames[i];
	return frames;
}

struct hd_location hd_locate_at(struct hd_build *b, const char *path, uint64_t offset)
{
	static const struct hd_source_frame nothing;
	const struct hd_source_frame *frames;
	unsigned n;

	if (is_runtime(path))
		return (struct hd_location){0};
	n = hd_symbols_call(b->symbols, path, offset, &frames);
	return hd_locate_frame(b, n ? most_telling(frames, n) : &nothing, path, offset);
}

struct hd_location hd_locate(struct hd_build *b, uint32_t site)
{
	struct hd_location l = {0};
	uint64_t offset;
	char *path;

	if (!site_module(b, site, &path, &offset))
		return l;
	l = hd_locate_at(b, path, offset);
	free(path);
	return l;
}

bool hd_site_is_own(struct hd_build *b, uint32_t site)
{
	const struct hd_source_frame *frames;
	bool own = false;
	uint64_t offset;
	char *path;

	if (!site_module(b, site, &path, &offset))
		return false;
	for (unsigned n = is_runtime(path) ? 0 : hd_symbols_call(b->symbols, path, offset, &frames); n > 0;
	     n--)
		own |= frames[n - 1].file && !is_system_header(&frames[n - 1]);
	free(path);
	return own;
}

bool hd_site_in_header(struct hd_build *b, uint32_t site)
{
	const struct hd_source_frame *frames;
	bool header = false;
	uint64_t offset;
	char *path;

	if (!site_module(b, site, &path, &offset))
		return false;
	if (!is_runtime(path) && hd_symbols_call(b->symbols, path, offset, &frames) > 0)
		header = is_system_header(&frames[0]);
	free(path);
	return header;
}

struct hd_location hd_locate_begin(struct hd_build *b, uint32_t site, const char *function)
{
	const struct hd_source_frame *frames;
	struct hd_location l = {0};
	uint64_t offset;
	unsigned n;
	char *path;

	if (!site_module(b, site, &path, &offset))
		return l;
	n = is_runtime(path) ? 0 : hd_symbols_call(b->symbols, path, offset, &frames);
	for (unsigned i = 0; i < n && !l.function; i++) {
		struct hd_source_frame begin = frames[i];
		char *name = hd_shown_name(begin.function);

		begin.line = begin.declared > 0 ? begin.declared : begin.line; /* a lambda has none */
		if (name && !strcmp(name, function) && begin.line > 0 && !is_system_header(&begin))
			l = hd_locate_frame(b, &begin, path, offset);
		free(name);
	}
	free(path);
	return l;
}

char *hd_locate_unit(struct hd_build *b, uint32_t site)
{
	const struct hd_source_frame *frames;
	char *path, *name = NULL;
	uint64_t offset;
	unsigned n;

	if (!site_module(b, site, &path, &offset))
		return NULL;
	n = hd_symbols_call(b->symbols, path, offset, &frames);
	/* The outermost is the function itself; one of a library's headers has had the program's inlined. */
	while (n > 1 && frames[n - 1].file && hd_is_system_path(frames[n - 1].file))
		n--;
	if (n && frames[n - 1].function)
		name = hd_shown_name(frames[n - 1].function);
	free(path);
	return name;
}

struct hd_location hd_locate_function(struct hd_build *b, const struct hd_wire_place *place)
{
	char *path = place->kind == HD_PLACE_GLOBAL ? hd_module_path(b, place->module) : NULL;
	struct hd_location l = {0};

	if (!path)
		return l;
	const struct hd_source_frame *function = hd_symbols_function(b->symbols, path, place->offset);
	if (function)
		l = hd_locate_frame(b, function, path, place->offset);
	free(path);
	return l;
}

struct stack {
	struct hd_location *list;
	size_t n, cap;
};

/* False: what lies further out is not the program's. */
static bool push_frames(struct hd_build *b, struct stack *s, const char *path, uint64_t offset)
{
	static const struct hd_source_frame nothing;
	const struct hd_source_frame *frames;
	unsigned n = hd_symbols_call(b->symbols, path, offset, &frames);

	if (is_runtime(path)) /* it calls a thread's first function, and what pthread_once() is given */
		return true;
	if (!n) {
		frames = &nothing;
		n = 1;
	}
	for (unsigned i = 0; i < n; i++) {
		s->list = hd_grow(s->list, &s->cap, s->n + 1, sizeof *s->list);
		s->list[s->n] = hd_locate_frame(b, &frames[i], path, offset);
		if (s->list[s->n].source)
			s->list[s->n].twins = hd_source_twins(b->sources, s->list[s->n].file,
							      frames[i].declared, frames[i].line);
		s->n++;
	}
	return !frames[n - 1].function || strcmp(frames[n - 1].function, "main") != 0;
}

struct hd_location *hd_locate_stack(struct hd_build *b, const uint32_t *sites, unsigned n, unsigned *count)
{
	struct stack s = {0};
	uint64_t offset;
	char *path;
	bool more = true;

	for (unsigned i = 0; i < n && more; i++) {
		if (!site_module(b, sites[i], &path, &offset))
			continue;
		more = push_frames(b, &s, path, offset);
		free(path);
	}
	*count = (unsigned)s.n;
	return s.list;
}
