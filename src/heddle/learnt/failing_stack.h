/* SPDX-License-Identifier: Apache-2.0
 *
 * What tells failures apart that happen at one place, such as a helper function for all: the calls that led
 * there, whichever thread has made them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "wire/wire.h"

/* A number that is equal for equal call stacks of the thread that failed; 0: it is not one thread, or the
 * stack says nothing. A function that calls itself counts once, because how deep it was is no part of a bug;
 * and a run that was cut off could have been anywhere. */
uint64_t hd_failing_stack_of(const struct hd_wire_failure *f);
/* The sentences are the same but for numbers of threads and for addresses. */
bool hd_sentence_same(const char *a, const char *b);
