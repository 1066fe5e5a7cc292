/* SPDX-License-Identifier: Apache-2.0
 *
 * The names of a program's tests, in its order, each once. */
#pragma once

#include <stddef.h>

struct hd_names {
	char **name;
	size_t n, cap;
};

/* Take over the name, or free it if it is empty or known. */
void hd_names_add(struct hd_names *l, char *name);
void hd_names_free(struct hd_names *l);

/* `start`, and the name with a backslash before each of the `special` characters. To be freed. */
char *hd_name_escaped(const char *start, const char *name, const char *special);
