/* SPDX-License-Identifier: Apache-2.0
 *
 * Long text for a person: page by page where the standard output is a terminal. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Write the text to the standard output; `paged` allows a pager ($PAGER, or less) where it is a terminal that
 * can do it and the text is longer than its screen. */
void hd_page(const char *text, size_t length, bool paged);
