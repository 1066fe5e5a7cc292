/* SPDX-License-Identifier: Apache-2.0
 *
 * Names for addresses: from a module's file and an offset to functions, source lines and variables. All
 * offsets are relative to the module's load base, which for a program that is not position independent is 0.
 * Answers are remembered; what is returned belongs to the hd_symbols and lives as long. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "symbol/frame.h"

struct hd_symbols;
struct hd_symbol_module; /* symbol/module_state.h */

struct hd_symbols *hd_symbols_new(void);
void hd_symbols_free(struct hd_symbols *s);

/* The call that returns to `offset`: the frames at that place, inlined ones included, innermost first.
 * Returns how many there are; 0 when nothing is known. */
unsigned hd_symbols_call(struct hd_symbols *s, const char *module, uint64_t offset,
			 const struct hd_source_frame **frames);

/* The function that begins exactly at `offset`, and where it is declared; NULL when none does. */
const struct hd_source_frame *hd_symbols_function(struct hd_symbols *s, const char *module, uint64_t offset);

/* A function that knows the types of heap blocks: it gives the type of what is in one, `account`, and what is
 * at the offset, `.savings` or `[3].savings`; both malloc'ed. False: nothing is known. */
typedef bool hd_heap_namer(const void *from, const char *module, const struct hd_heap_part *part, char **type,
			   char **member);
void hd_symbols_name_heap(struct hd_symbols *s, hd_heap_namer *namer, const void *from);
/* What such a function knows, or else what the place of the allocation says: `line` is its source, or NULL.
 */
bool hd_symbols_heap(struct hd_symbols *s, const char *module, const struct hd_heap_part *part,
		     const char *line, char **type, char **member);

/* The variable, or the part of it, that holds the `size` bytes at `offset`: `hits`, `queue.lock`,
 * `slots[3].next`, `worker::count` for a static variable of a function. NULL when nothing is there. Size 0 is
 * for objects whose size is not known, such as locks. */
const char *hd_symbols_data(struct hd_symbols *s, const char *module, uint64_t offset, uint64_t size);

/* The local variable or parameter, or the part of it, that is there: `main: queue.items[3]`. NULL: debug
 * information does not tell. */
const char *hd_symbols_local(struct hd_symbols *s, const char *module, const struct hd_frame_part *part);

/* Where the call that the function is in returns to, as far as that can be known. */
uint64_t hd_symbols_frame_call(struct hd_symbols *s, const char *module, const struct hd_frame_part *part);

/* The module of this path, opened when it is asked about first. For the files of this folder. */
struct hd_symbol_module *hd_symbols_module(struct hd_symbols *s, const char *path);
