/* SPDX-License-Identifier: Apache-2.0
 *
 * A schedule, and what is kept beside it, from files. */
#pragma once

#include "model/schedule/places.h"
#include "model/schedule/schedule.h"

/* NULL and a sentence in *error, to be freed. */
struct hd_schedule *hd_schedule_load(const char *path, char **error);
/* False: the file cannot be read, or is none; p is empty then. */
bool hd_places_load(const char *path, struct hd_places *p);
