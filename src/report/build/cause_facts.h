/* SPDX-License-Identifier: Apache-2.0
 *
 * Causes that are facts of the run, for which no experiment is needed: who holds what others wait for, who
 * freed the block, who destroyed the lock. Each function puts a sentence, names its pattern and its remedy,
 * and tells whether there was something to say. */
#pragma once

#include "report/build/build_state.h"

#define HD_FREED_REMEDY "let every user hold a reference, or join the users before the memory is freed"
#define HD_LIBRARY_FREED_REMEDY                                                                              \
	"use and change it under the same lock, or leave it as it is until its users have ended"
#define HD_FREED_TWICE_REMEDY "let one thread own the block, or decide in one step which of them frees it"

/* Each thread of a circle waits for a lock of the next. */
bool hd_say_lock_circle(struct hd_build *b, FILE *f);
/* A container that grows or loses an element has freed the block, or a smart pointer that is set anew. */
bool hd_is_freed_by_library(struct hd_build *b);
/* Who freed the block and who used it, after what was decisive for that, if it was put before. True: there is
 * a sentence. */
bool hd_say_freed(struct hd_build *b, FILE *f, bool decided);
/* The same of who freed the block first and who did so again. */
bool hd_say_freed_twice(struct hd_build *b, FILE *f, bool decided);
