/* SPDX-License-Identifier: Apache-2.0
 *
 * From declarations to the layout. */
#pragma once

#include "heddle/sets/project.h"

/* Put what is declared into the layout. With `strict`, a name that the program does not have is
 * reported, and is an error if it looks misspelt. Declarations that heddle.h left in the program are not
 * strict: they may be about what the linker dropped. 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_project_declare(const struct hd_project *p, struct hd_layout *l, const struct hd_layout_names *n,
		       bool strict);
