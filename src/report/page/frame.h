/* SPDX-License-Identifier: Apache-2.0
 *
 * What is the same in each page that Heddle writes: one file that fetches nothing. The policy in its head
 * allows the page's own style and script by their hashes and nothing else, so that no text of the program
 * under test is ever run as a script, even if it were taken for markup. */
#pragma once

#include <stdio.h>

#include "report/page/assets.h"

/* Up to <body>. The title is `before` and then `name`, which may be any text. */
void hd_page_begin(FILE *f, const struct hd_page_assets *assets, const char *before, const char *name);
/* From the script on. 0, or -1 with errno: not everything could be written. */
int hd_page_end(FILE *f, const struct hd_page_assets *assets);
