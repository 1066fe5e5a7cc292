/* SPDX-License-Identifier: Apache-2.0
 *
 * A schedule as text. */
#pragma once

#include "model/schedule/schedule.h"

/* The text form; 0, or -1 with errno when writing failed. */
int hd_schedule_print(const struct hd_schedule *s, FILE *f);
/* A string in double quotes, with what cannot stand there escaped. */
void hd_schedule_print_quoted(const char *s, FILE *f);
