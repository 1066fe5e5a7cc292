/* SPDX-License-Identifier: Apache-2.0
 *
 * From the site table to places in the source. */
#pragma once

#include "report/build/build_state.h"

/* A name of the program, shortened and in one line of text: malloc'ed; NULL stays NULL. */
char *hd_shown_name(const char *name);
/* The module's path, malloc'ed; NULL: no such module. */
char *hd_module_path(const struct hd_build *b, uint32_t module);
/* The module is the runtime itself: it has the variables of functions that it takes the place of. */
bool hd_is_in_runtime(const struct hd_build *b, uint32_t module);
/* Nothing is known of a site that is out of bounds. */
struct hd_location hd_locate(struct hd_build *b, uint32_t site);
/* A frame of hd_symbols_call() at this place of a module. */
struct hd_location hd_locate_frame(struct hd_build *b, const struct hd_source_frame *frame, const char *path,
				   uint64_t offset);
/* The site is in the program's own source: not in a system header, nor in a library without sources. */
bool hd_site_is_own(struct hd_build *b, uint32_t site);
/* The site is in a function of a system header, inlined or not: of a container, say. */
bool hd_site_in_header(struct hd_build *b, uint32_t site);
/* The place of a call in a module. */
struct hd_location hd_locate_at(struct hd_build *b, const char *path, uint64_t offset);
/* Where the function of this name begins, as it is declared, if the site is in it or in one that is inlined
 * there; else function is NULL. */
struct hd_location hd_locate_begin(struct hd_build *b, uint32_t site, const char *function);
/* The name of the function, not inlined, that the site is in: malloc'ed, or NULL. */
char *hd_locate_unit(struct hd_build *b, uint32_t site);
/* The function that begins at a place; function is NULL when it is none. */
struct hd_location hd_locate_function(struct hd_build *b, const struct hd_wire_place *place);
/* All frames of a call stack, inlined ones too, as far as they are the program's. */
struct hd_location *hd_locate_stack(struct hd_build *b, const uint32_t *sites, unsigned n, unsigned *count);
