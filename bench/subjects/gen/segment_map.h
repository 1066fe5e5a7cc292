/* SPDX-License-Identifier: Apache-2.0
 *
 * A map from numbers to numbers in segments, each with a lock of its own. */
#pragma once

struct segment_map;

struct segment_map *segment_map_new(void);
void segment_map_free(struct segment_map *m);
void segment_map_put(struct segment_map *m, unsigned key, int value);
int segment_map_get(struct segment_map *m, unsigned key);
void segment_map_clear(struct segment_map *m);
/* Put all that is in another map into this one. */
void segment_map_put_all(struct segment_map *m, struct segment_map *from);
