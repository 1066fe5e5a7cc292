/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the program of a unit is on this machine, and its input. */
#pragma once

#include "heddle/worker/worker_state.h"

/* The path of the unit's program on this machine, to be freed; NULL, and `why` is a sentence to be freed. */
char *hd_work_program(struct hd_worker *w, const struct hd_work_unit *u, char **why);
/* The same for its input; NULL without `why`: it has none. */
char *hd_work_input(struct hd_worker *w, const struct hd_work_unit *u, char **why);
