/* SPDX-License-Identifier: Apache-2.0
 *
 * A schedule from a file. */
#pragma once

#include "model/schedule/schedule.h"

/* The same for a file. */
struct hd_schedule *hd_schedule_load(const char *path, char **error);
