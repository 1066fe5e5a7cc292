/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls by which a program gets data that Heddle does not control. They are noted, so that a replay that
 * differs can say what may be the cause. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "model/source.h"

/* A run is under way, and it is not the runtime itself that calls from pc. */
bool hd_from_program(uintptr_t pc);

/* The program calls `call` from pc; `about` says with what, if that helps. Nothing is noted outside of a run
 * or for calls of the runtime itself, and little is done for what was noted before. */
void hd_source_note(enum hd_source source, uintptr_t pc, const char *call, const char *about);
/* The same when the site is known, and that it is the program's. */
void hd_source_at(enum hd_source source, uint32_t site, const char *call);
/* The same for a function that opens a path. */
void hd_source_path(const char *path, uintptr_t pc, const char *call);
