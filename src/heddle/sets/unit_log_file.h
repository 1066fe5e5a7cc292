/* SPDX-License-Identifier: Apache-2.0
 *
 * The controller's part of a log of units of work (model/sets/unitlog.h): runs are written by the workers,
 * and what their numbers mean by the controller, when the search is over. */
#pragma once

#include "wire/wire.h"

/* A new file, and its path to the workers. 0, or HD_STATUS_TROUBLE and a sentence. */
int hd_unit_log_create(const char *path, struct hd_wire *wire);
int hd_unit_log_finish(const struct hd_wire *wire);
