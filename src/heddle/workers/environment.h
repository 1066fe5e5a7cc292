/* SPDX-License-Identifier: Apache-2.0
 *
 * The environment variables of the program under test and of the commands around it. */
#pragma once

#include <stdio.h>

#include "heddle/workers/target.h"

#define HD_WORKER_ENV "HEDDLE_WORKER" /* which of the servers that run at the same time this one is */

/* The value of LD_PRELOAD for the program: the runtime, then what the user has there. To be freed. */
char *hd_environment_preload(const struct hd_target *t);

/* Our own environment with what a worker's program needs, or a command around it. To be freed with
 * hd_environment_free. */
char **hd_environment_program(const struct hd_target *t, int wire_fd, int control_fd, unsigned index);
char **hd_environment_command(const struct hd_target *t, unsigned index);
void hd_environment_free(char **env);

/* The names of all variables with a number made of each value: what a folder keeps of them, because the
 * values may be secret. */
void hd_environment_write(FILE *f);
/* The variables that have another value than when that was written, " A, B and 3 others", or NULL. To be
 * freed. */
char *hd_environment_changes(FILE *f);
