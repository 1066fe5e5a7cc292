/* SPDX-License-Identifier: Apache-2.0
 *
 * Text in an HTML page. */
#pragma once

#include <stddef.h>
#include <stdio.h>

/* Text from anywhere: cleaned, and nothing in it is markup, also between double quotes. */
void hd_html_put(FILE *f, const char *s);
/* The same with what stands in `quotes` as code. */
void hd_html_put_prose(FILE *f, const char *s);
/* A line of source, as far as it fits: its tabs become blanks, of which cleaning would make one each. */
void hd_expand_tabs(const char *from, char *to, size_t size);
