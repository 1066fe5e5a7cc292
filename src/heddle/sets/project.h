/* SPDX-License-Identifier: Apache-2.0
 *
 * Declarations about atomic sets: the lines of a project file, or what heddle.h left in the program. One a
 * line, `#` begins a comment:
 *
 *   set account: checking, savings      these members of the type, or of the variable's type, are one set
 *   set: hits, misses                   these variables are one
 *   unit transfer, audit_*              functions that are units of work, on whatever they touch …
 *   unit copy_all for account, bank     … or on these types and variables only
 *   not-unit run_all                    functions that are none: they belong to their callers
 *   owned list.head                     what the member points to is a part of the object …
 *   not-owned node.user                 … or is not
 *   ignore account.hits, stats          members, types, variables that are in no set
 *   ignore-function log_line            functions whose own accesses do not count
 *
 * Functions may be patterns with `*` and `?`. Lists may be in parentheses. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "symbol/program_layout.h"

enum hd_declares {
	HD_DECLARES_SET,
	HD_DECLARES_UNIT,
	HD_DECLARES_NOT_UNIT,
	HD_DECLARES_OWNED,
	HD_DECLARES_NOT_OWNED,
	HD_DECLARES_IGNORE,
	HD_DECLARES_IGNORE_FUNCTION,
	HD_DECLARES_COUNT
};

struct hd_name_list {
	char **list;
	size_t n, cap;
};

struct hd_declaration {
	enum hd_declares what;
	char *where;		   /* `heddle.conf:3`                                             */
	char *of;		   /* set: the type or variable; NULL: its names are variables       */
	struct hd_name_list names; /* what is declared                                         */
	struct hd_name_list whom;  /* unit … for                                                   */
};

struct hd_project {
	struct hd_declaration *list;
	size_t n, cap;
};

/* Read one line, which was found at `where`. NULL, or what is wrong with it, to be freed. A line without a
 * declaration is fine. */
char *hd_project_line(struct hd_project *p, const char *line, const char *where);
/* Read a file. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_project_load(struct hd_project *p, const char *path);
void hd_project_term(struct hd_project *p);
