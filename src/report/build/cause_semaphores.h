/* SPDX-License-Identifier: Apache-2.0
 *
 * Semaphores that are used as locks have holders, though nobody notes them: the run tells who has taken one
 * and not posted it since. */
#pragma once

#include "report/build/build_state.h"

/* Threads wait in a circle for semaphores that the next one has taken. False: they do not. */
bool hd_say_semaphore_circle(struct hd_build *b, FILE *f);
