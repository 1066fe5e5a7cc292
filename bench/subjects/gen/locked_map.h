/* SPDX-License-Identifier: Apache-2.0
 *
 * A map from small numbers to numbers that threads may share. */
#pragma once

#include <stdbool.h>

struct locked_map;

struct locked_map *locked_map_create(void);
void locked_map_destroy(struct locked_map *m);
void locked_map_put(struct locked_map *m, unsigned key, int value);
int locked_map_get(struct locked_map *m, unsigned key);
/* Both maps hold the same. */
bool locked_map_equals(struct locked_map *m, struct locked_map *other);
