/* SPDX-License-Identifier: Apache-2.0
 *
 * The layout of a program's data and its functions, from debug information, with the names that go with it.
 */
#pragma once

#include <stdint.h>

#include "model/sets/layout.h"

struct hd_layout_names;

struct hd_layout_names *hd_layout_names_new(void);
void hd_layout_names_free(struct hd_layout_names *n);

/* Add a module to the layout; what does not fit is counted in l->lost. */
void hd_layout_add(struct hd_layout *l, struct hd_layout_names *n, const char *path);

/* NULL: not known. `bank::Account`, without "struct". */
const char *hd_layout_type_name(const struct hd_layout_names *n, uint32_t type);
/* A structure without a name, such as what a lambda captures: its name says only where it is. */
bool hd_layout_type_is_unnamed(const struct hd_layout_names *n, uint32_t type);
const char *hd_layout_function_name(const struct hd_layout_names *n, uint32_t function);
const char *hd_layout_function_file(const struct hd_layout_names *n, uint32_t function, int *line);
const char *hd_layout_variable_name(const struct hd_layout_names *n, uint32_t variable);
/* Of a field of l->fields: `checking`, `limits.daily`. */
const char *hd_layout_field_name(const struct hd_layout_names *n, uint32_t field);
