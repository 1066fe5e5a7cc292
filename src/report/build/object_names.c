/* SPDX-License-Identifier: Apache-2.0 */
#include "report/build/object_names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"
#include "report/build/locate.h"
#include "report/build/locate_alloc.h"
#include "report/build/locate_own.h"
#include "report/utf8.h"
#include "report/words.h"

#define MAX_NAME 300

static char *global_name(struct hd_build *b, const struct hd_wire_place *place, uint64_t size)
{
	char *path = hd_module_path(b, place->module), *name;

	if (!path)
		return NULL;
	const char *known = hd_symbols_data(b->symbols, path, place->offset, size);
	if (known) {
		name = hd_shown_name(known);
	} else {
		char *raw = hd_sprintf("%s+0x%" PRIx64, hd_base_name(path), place->offset);

		name = hd_clean(raw, MAX_NAME);
		free(raw);
	}
	free(path);
	return name;
}

/* `errors`, `errors of thread 2`: each thread has its own. */
static char *thread_local_name(struct hd_build *b, const struct hd_wire_place *place, uint64_t size)
{
	char *path = hd_module_path(b, place->module), *name, *whole;
	const char *known =
	    path ? hd_symbols_data(b->symbols, path, HD_SYMBOLS_TLS + place->offset, size) : NULL;

	free(path);
	if (!known)
		return NULL;
	name = hd_shown_name(known);
	if (!place->tid)
		return name;
	whole = hd_sprintf("%s of thread %u", name, place->tid);
	free(name);
	return whole;
}

static size_t block_index(struct hd_build *b, const struct hd_wire_place *place)
{
	size_t i = 0;

	while (i < b->nblocks && b->blocks[i].number != place->block)
		i++;
	if (i == b->nblocks) {
		b->blocks = hd_grow(b->blocks, &b->blocks_cap, b->nblocks + 1, sizeof *b->blocks);
		b->nblocks++;
	}
	b->blocks[i] = (struct hd_named_block){place->block, *place};
	return i;
}

/* The type of a heap block and the member at this place, if hd_symbols_heap() knows them. */
static bool typed_part_at(struct hd_build *b, const struct hd_alloc_place *at,
			  const struct hd_wire_place *place, uint64_t access, char **type, char **member)
{
	struct hd_heap_part part = {
	    .site = at->offset, .size = place->size, .offset = place->offset, .access = access};
	char *file = at->frame && at->frame->file ? hd_tidy_path(at->frame->file) : NULL;
	char *line = file ? hd_source_line(b->sources, file, at->frame->line) : NULL;
	bool known = hd_symbols_heap(b->symbols, at->path, &part, line, type, member);

	free(line);
	free(file);
	return known;
}

/* What the C++ library allocates for itself, and has no name for that says something. */
static bool library_part(const struct hd_alloc_place *at, char **type, char **member)
{
	const char *file = at->frame && at->frame->file && hd_is_system_path(at->frame->file)
			       ? hd_base_name(at->frame->file)
			       : "";

	*type = !strcmp(file, "std_thread.h") ? hd_strdup("thread state")
		: !strcmp(file, "future")     ? hd_strdup("future result")
					      : NULL;
	*member = *type ? hd_strdup("") : NULL;
	return *type;
}

/* A container of the C++ library knows its types where it allocates; else the program's own line says it. */
static bool typed_part(struct hd_build *b, const struct hd_wire_place *place, uint64_t access, char **type,
		       char **member)
{
	struct hd_alloc_place at = hd_alloc_place_itself(b, place);
	bool known = at.path &&
		     (typed_part_at(b, &at, place, access, type, member) || library_part(&at, type, member));

	hd_alloc_place_free(&at);
	if (known)
		return true;
	at = hd_alloc_place(b, place);
	known = at.path && typed_part_at(b, &at, place, access, type, member);
	hd_alloc_place_free(&at);
	return known;
}

/* A … Z, then AA, AB, …: block A, or account A if its type is known. */
static char *letters(size_t index, const char *what)
{
	char digits[16];
	unsigned n = sizeof digits - 1;

	digits[n] = '\0';
	for (size_t i = index + 1; i && n; i /= 26)
		digits[--n] = (char)('A' + --i % 26);
	return hd_sprintf("%s %s", what, digits + n);
}

static char *with_article(const char *what)
{
	return hd_sprintf("%s %s", strchr("aeiouAEIOU", what[0]) ? "an" : "a", what);
}

static char *block_name(struct hd_build *b, size_t index)
{
	char *type, *member, *name;

	if (!typed_part(b, &b->blocks[index].place, 0, &type, &member))
		return b->one_block ? with_article("block") : letters(index, "block");
	name = b->one_block ? with_article(type) : letters(index, type);
	free(type);
	free(member);
	return name;
}

static char *heap_name(struct hd_build *b, const struct hd_wire_place *place, uint64_t size)
{
	size_t index = block_index(b, place);
	char *block = block_name(b, index), *name, *type, *member;

	if (!place->offset && size >= place->size)
		return block;
	if (place->offset < place->size && typed_part(b, place, size, &type, &member)) {
		name = b->one_block && *member == '.' ? hd_sprintf("%s's %s", block, member + 1)
						      : hd_sprintf("%s%s", block, member);
		free(type);
		free(member);
		free(block);
		return name;
	}
	if (!place->offset)
		return block;
	name = hd_sprintf(b->one_block ? "%s's byte %" PRId64 : "%s[%" PRId64 "]", block,
			  (int64_t)place->offset);
	free(block);
	return name;
}

/* Where the function is whose frame the place is in, if debug information does not name the variable. */
static char *frame_name(struct hd_build *b, const char *path, const struct hd_frame_part *part)
{
	struct hd_location where = hd_locate_at(b, path, hd_symbols_frame_call(b->symbols, path, part));
	struct hd_text text;

	hd_text_begin(&text);
	if (where.function) {
		fprintf(text.f, "a local variable of %s", where.function);
		if (where.file)
			fprintf(text.f, " (%s:%d)", hd_base_name(where.file), where.line);
	}
	hd_location_free(&where);
	return hd_text_end(&text);
}

/* 0: not known */
static uint64_t frame_call(const struct hd_wire_place *place, uint32_t distance)
{
	return distance ? place->size + (uint64_t)(int32_t)distance : 0;
}

static struct hd_frame_part frame_part(const struct hd_wire_place *place, uint64_t size)
{
	return (struct hd_frame_part){
	    .code = place->size,
	    .pc = {frame_call(place, place->alloc_site), frame_call(place, place->free_site)},
	    .below = place->freed ? 1 - (int64_t)place->block : (int64_t)place->block,
	    .size = size};
}

/* NULL: debug information does not name it there. */
static char *known_local(struct hd_build *b, const struct hd_wire_place *place, uint64_t size)
{
	char *path = place->block ? hd_module_path(b, place->module) : NULL;
	struct hd_frame_part part = frame_part(place, size);
	const char *known = path ? hd_symbols_local(b->symbols, path, &part) : NULL;

	free(path);
	return known ? hd_shown_name(known) : NULL;
}

/* The name of a variable that has the same place on the stack in another step: it may be read by another
 * thread when its scope has ended. NULL: it has none, or it is not one of this function. */
static char *name_in_other_step(struct hd_build *b, const struct hd_wire_place *place, uint64_t size,
				const char *described)
{
	static const char prefix[] = "a local variable of ";
	size_t length = strlen(prefix);

	for (unsigned i = 0; i < b->nevents && !strncmp(described, prefix, length); i++) {
		const struct hd_wire_event *e = &b->events[i];
		char *name = e->place.kind == HD_PLACE_STACK && e->place.tid == place->tid &&
				     e->place.offset == place->offset && e->op.size == size
				 ? known_local(b, &e->place, size)
				 : NULL;
		size_t function = name ? strcspn(name, ":") : 0;

		if (name && !strncmp(name, described + length, function) &&
		    strchr(" (", described[length + function]))
			return name;
		free(name);
	}
	return NULL;
}

/* `main: balance`; threads of a program often run the same function, so others than main are named. */
static char *local_name(struct hd_build *b, const struct hd_wire_place *place, uint64_t size)
{
	char *path = place->block ? hd_module_path(b, place->module) : NULL, *name, *other, *whole = NULL;
	struct hd_frame_part part = frame_part(place, size);

	if (!path)
		return NULL;
	name = known_local(b, place, size);
	if (!name) {
		name = place->freed ? hd_strdup("") : frame_name(b, path, &part);
		other = name_in_other_step(b, place, size, name);
		if (other) {
			free(name);
			name = other;
		}
	}
	if (*name)
		whole = place->tid ? hd_sprintf("%s of thread %u", name, place->tid) : hd_strdup(name);
	free(name);
	free(path);
	return whole;
}

static char *stack_name(struct hd_build *b, const struct hd_wire_place *place, uint64_t size)
{
	const struct hd_report_thread *t = hd_report_thread(b->report, place->tid);
	char *local = local_name(b, place, size);

	if (local)
		return local;
	if (t && t->name)
		return hd_sprintf("%s's stack[-%" PRIu64 "]", t->name, place->offset);
	return hd_sprintf("thread %u's stack[-%" PRIu64 "]", place->tid, place->offset);
}

/* By the descriptors that it has: a pipe and a pair of sockets have two. */
static char *channel_name(const struct hd_wire_place *place)
{
	static const char *const kinds[] = {
	    [HD_CHANNEL_FILE] = "file",		 [HD_CHANNEL_PIPE] = "pipe",
	    [HD_CHANNEL_SOCKET] = "socket",	 [HD_CHANNEL_TERMINAL] = "terminal",
	    [HD_CHANNEL_EVENTFD] = "eventfd",	 [HD_CHANNEL_EPOLL] = "epoll",
	    [HD_CHANNEL_TIMERFD] = "timerfd",	 [HD_CHANNEL_SIGNALFD] = "signalfd",
	    [HD_CHANNEL_INOTIFY] = "inotify",	 [HD_CHANNEL_DESCRIPTOR] = "descriptor",
	    [HD_CHANNEL_QUEUE] = "message queue"};

	_Static_assert(sizeof kinds / sizeof *kinds == HD_CHANNEL_COUNT, "all have names");
	if (place->offset == HD_NO_DESCRIPTOR)
		return hd_sprintf("a closed %s", kinds[place->module]);
	if (place->size == HD_NO_DESCRIPTOR)
		return hd_sprintf("%s %" PRIu64, kinds[place->module], place->offset);
	return hd_sprintf("%s %" PRIu64 "/%" PRIu64, kinds[place->module], place->offset, place->size);
}

char *hd_object_name(struct hd_build *b, const struct hd_wire_place *place, uint64_t addr, uint64_t size)
{
	char *name = NULL;

	if (place->kind == HD_PLACE_GLOBAL)
		name = global_name(b, place, size);
	else if (place->kind == HD_PLACE_HEAP)
		name = heap_name(b, place, size);
	else if (place->kind == HD_PLACE_STACK)
		name = stack_name(b, place, size);
	else if (place->kind == HD_PLACE_CHANNEL)
		name = channel_name(place);
	else if (place->kind == HD_PLACE_TLS)
		name = thread_local_name(b, place, size);
	if (!name && addr)
		name = hd_sprintf("0x%" PRIx64, addr);
	return name;
}

/* The place so many bytes further. */
static struct hd_wire_place place_further(const struct hd_wire_place *place, uint64_t bytes)
{
	struct hd_wire_place p = *place;
	bool stack = place->kind == HD_PLACE_STACK;

	p.offset += stack ? -bytes : bytes;
	if (stack && p.block)
		p.block += p.freed ? bytes : -bytes;
	return p;
}

/* `name` is `of` or inside of it, as +1 is. */
static bool is_of(const char *name, const char *of)
{
	size_t n = strlen(of);

	return !strncmp(name, of, n) && name[n] == '+';
}

unsigned hd_object_parts(struct hd_build *b, const struct hd_wire_event *e, const char *object,
			 struct hd_object_part *parts)
{
	const char *list = strstr(object, ".{");
	unsigned n = 0, wanted = 1;
	char *name, *part = NULL;

	for (const char *p = list; p && *p && *p != '}'; p++)
		wanted += *p == ',';
	for (unsigned i = 0; list && i < e->op.size && i < sizeof e->value; i++) {
		struct hd_wire_place place = place_further(&e->place, i);

		name = hd_object_name(b, &place, e->op.addr + i, 1);
		if (part && name && is_of(name, part)) {
			parts[n - 1].size++;
		} else if (name && !strchr(name, '+')) {
			free(part);
			part = name;
			parts[n++] = (struct hd_object_part){.offset = i, .size = 1};
			continue;
		}
		free(name);
	}
	free(part);
	return n == wanted ? n : 0;
}

static void put_event(struct hd_build *b, FILE *f, const char *verb, unsigned tid, struct hd_location where)
{
	if (tid >= HD_MAX_THREADS && !hd_place_known(&where)) {
		hd_location_free(&where);
		return;
	}
	fprintf(f, ", %s", verb);
	if (tid < HD_MAX_THREADS) {
		fputs(" by ", f);
		hd_put_thread(f, b->report, tid);
	}
	if (hd_place_known(&where)) {
		fputs(" at ", f);
		hd_put_place(f, &where);
	}
	hd_location_free(&where);
}

static void put_block(struct hd_build *b, FILE *f, const struct hd_wire_place *place)
{
	fprintf(f, "%" PRIu64 " byte%s", place->size, place->size == 1 ? "" : "s");
	put_event(b, f, "allocated", place->tid, hd_locate_alloc(b, place));
	if (place->freed)
		put_event(b, f, "freed", place->free_tid, hd_locate_free(b, place));
}

static void put_heap_story(struct hd_build *b, FILE *f, const struct hd_wire_place *place)
{
	int64_t offset = (int64_t)place->offset;

	if (offset < 0)
		fprintf(f, "%" PRIu64 " bytes before ", -place->offset);
	else if (place->offset >= place->size)
		fprintf(f, "%" PRIu64 " bytes after the end of ", place->offset - place->size);
	else if (place->offset)
		fprintf(f, "byte %" PRIu64 " of ", place->offset);
	char *name = block_name(b, block_index(b, place));
	fprintf(f, "%s: ", name);
	free(name);
	put_block(b, f, place);
}

char *hd_object_story(struct hd_build *b, const struct hd_wire_place *place)
{
	struct hd_text text;

	if (place->kind == HD_PLACE_NONE || place->kind == HD_PLACE_OTHER)
		return NULL;
	hd_text_begin(&text);
	if (place->kind == HD_PLACE_HEAP) {
		put_heap_story(b, text.f, place);
	} else {
		char *name = hd_object_name(b, place, 0, 0);

		if (name)
			hd_put_object(text.f, name);
		free(name);
	}
	return hd_text_end(&text);
}

void hd_list_blocks(struct hd_build *b)
{
	struct hd_report *r = b->report;

	/* Steps are earlier than the failure: what it says of its block is the last word. */
	if (r->address && b->failure.place.kind == HD_PLACE_HEAP)
		block_index(b, &b->failure.place);
	r->blocks = hd_new(b->nblocks, sizeof *r->blocks);
	for (; r->nblocks < b->nblocks; r->nblocks++) {
		struct hd_text text;

		hd_text_begin(&text);
		put_block(b, text.f, &b->blocks[r->nblocks].place);
		r->blocks[r->nblocks].name = block_name(b, r->nblocks);
		r->blocks[r->nblocks].text = hd_text_end(&text);
	}
}
