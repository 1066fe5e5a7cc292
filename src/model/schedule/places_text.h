/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#include <stdio.h>

#include "model/schedule/places.h"

/* 0, or -1 with errno. */
int hd_places_print(const struct hd_places *p, FILE *f);
/* Fills p, which is empty. False: *error is a sentence, to be freed, and p is empty. */
bool hd_places_parse(struct hd_places *p, const char *text, size_t size, char **error);
