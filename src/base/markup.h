/* SPDX-License-Identifier: Apache-2.0
 *
 * Text within HTML and XML. */
#pragma once

#include <stdio.h>

/* The character, or the name that stands for it where markup would take it for its own. */
void hd_put_markup(FILE *f, char c);
