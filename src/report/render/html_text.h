/* SPDX-License-Identifier: Apache-2.0
 *
 * Text in an HTML page. */
#pragma once

#include <stdio.h>

/* Text from anywhere: cleaned, and nothing in it is markup, also between double quotes. */
void hd_html_put(FILE *f, const char *s);
