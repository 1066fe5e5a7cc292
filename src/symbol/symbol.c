/* SPDX-License-Identifier: Apache-2.0
 *
 * The modules that were asked about and the answers given. */
#include "symbol/symbol.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fail.h"
#include "symbol/code.h"
#include "symbol/data.h"
#include "symbol/heap_type.h"
#include "symbol/local.h"
#include "symbol/module.h"

struct hd_symbols {
	struct hd_symbol_module *modules; /* the one asked about first comes last */
	hd_heap_namer *namer;		  /* NULL: no types of heap blocks are known */
	const void *namer_from;
};

struct call_answer {
	uint64_t pc;
	unsigned nframes;
	struct hd_source_frame *frames;
};

struct data_answer {
	uint64_t addr, size;
	char *name;
};

struct local_answer {
	struct hd_frame_part part;
	char *name;
};

static int compare_calls(const void *a, const void *b)
{
	const struct call_answer *x = a, *y = b;

	return x->pc < y->pc ? -1 : x->pc > y->pc;
}

static int compare_data(const void *a, const void *b)
{
	const struct data_answer *x = a, *y = b;

	if (x->addr != y->addr)
		return x->addr < y->addr ? -1 : 1;
	return x->size < y->size ? -1 : x->size > y->size;
}

static int compare_locals(const void *a, const void *b)
{
	const struct hd_frame_part *x = &((const struct local_answer *)a)->part,
				   *y = &((const struct local_answer *)b)->part;

	return memcmp(x, y, sizeof *x);
}

static void free_call(void *p)
{
	struct call_answer *a = p;

	for (unsigned i = 0; i < a->nframes; i++) {
		free((char *)a->frames[i].function);
		free((char *)a->frames[i].file);
	}
	free(a->frames);
	free(a);
}

static void free_data(void *p)
{
	struct data_answer *a = p;

	free(a->name);
	free(a);
}

static void free_local(void *p)
{
	struct local_answer *a = p;

	free(a->name);
	free(a);
}

struct hd_symbols *hd_symbols_new(void)
{
	return hd_new(1, sizeof(struct hd_symbols));
}

void hd_symbols_free(struct hd_symbols *s)
{
	if (!s)
		return;
	for (struct hd_symbol_module *m = s->modules, *next; m; m = next) {
		next = m->next;
		tdestroy(m->calls, free_call);
		tdestroy(m->functions_asked, free_call);
		tdestroy(m->data, free_data);
		tdestroy(m->locals, free_local);
		tdestroy(m->heap_sites, free);
		hd_module_close(m);
	}
	free(s);
}

struct hd_symbol_module *hd_symbols_module(struct hd_symbols *s, const char *path)
{
	struct hd_symbol_module *m = s->modules;

	while (m && strcmp(m->path, path) != 0)
		m = m->next;
	if (m)
		return m;
	m = hd_module_open(path);
	m->next = s->modules;
	return s->modules = m;
}

/* The answer in a tree, asked of the module when it is new. */
static const struct call_answer *frames_at(struct hd_symbol_module *m, void **tree, uint64_t pc,
					   unsigned (*ask)(struct hd_symbol_module *, Dwarf_Addr,
							   struct hd_source_frame **))
{
	struct call_answer key = {.pc = pc}, *answer, **known = tfind(&key, tree, compare_calls);

	if (known)
		return *known;
	answer = hd_new(1, sizeof *answer);
	answer->pc = pc;
	answer->nframes = ask(m, pc, &answer->frames);
	HD_ASSERT(tsearch(answer, tree, compare_calls), "out of memory");
	return answer;
}

unsigned hd_symbols_call(struct hd_symbols *s, const char *module, uint64_t offset,
			 const struct hd_source_frame **frames)
{
	struct hd_symbol_module *m = hd_symbols_module(s, module);
	/* The call ends right before the address that it returns to. */
	const struct call_answer *a = frames_at(m, &m->calls, offset - 1, hd_module_code);

	*frames = a->frames;
	return a->nframes;
}

const struct hd_source_frame *hd_symbols_function(struct hd_symbols *s, const char *module, uint64_t offset)
{
	struct hd_symbol_module *m = hd_symbols_module(s, module);
	const struct call_answer *a = frames_at(m, &m->functions_asked, offset, hd_module_function);

	return a->nframes ? a->frames : NULL;
}

const char *hd_symbols_data(struct hd_symbols *s, const char *module, uint64_t offset, uint64_t size)
{
	struct hd_symbol_module *m = hd_symbols_module(s, module);
	struct data_answer key = {.addr = offset, .size = size}, *answer, **known;

	known = tfind(&key, &m->data, compare_data);
	if (known)
		return (*known)->name;
	answer = hd_new(1, sizeof *answer);
	*answer = key;
	answer->name = hd_module_data(m, offset, size);
	HD_ASSERT(tsearch(answer, &m->data, compare_data), "out of memory");
	return answer->name;
}

const char *hd_symbols_local(struct hd_symbols *s, const char *module, const struct hd_frame_part *part)
{
	struct hd_symbol_module *m = hd_symbols_module(s, module);
	struct local_answer key = {.part = *part}, *answer, **known;

	known = tfind(&key, &m->locals, compare_locals);
	if (known)
		return (*known)->name;
	answer = hd_new(1, sizeof *answer);
	*answer = key;
	answer->name = hd_module_local(m, part);
	HD_ASSERT(tsearch(answer, &m->locals, compare_locals), "out of memory");
	return answer->name;
}

uint64_t hd_symbols_frame_call(struct hd_symbols *s, const char *module, const struct hd_frame_part *part)
{
	return hd_module_frame_call(hd_symbols_module(s, module), part);
}

void hd_symbols_name_heap(struct hd_symbols *s, hd_heap_namer *namer, const void *from)
{
	s->namer = namer;
	s->namer_from = from;
}

bool hd_symbols_heap(struct hd_symbols *s, const char *module, const struct hd_heap_part *part,
		     const char *line, char **type, char **member)
{
	return (s->namer && s->namer(s->namer_from, module, part, type, member)) ||
	       hd_module_heap(hd_symbols_module(s, module), part, line, type, member);
}
