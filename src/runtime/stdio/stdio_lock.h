/* SPDX-License-Identifier: Apache-2.0
 *
 * The locks of streams: one model for flockfile() and for all functions that work on a stream. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "model/event.h"

/* Streams that are locked now. */
extern unsigned hd_stdio_nlocked;

/* Wait until no other thread has the stream locked, and lock it; leave() undoes one enter(). */
void hd_stdio_enter(FILE *stream, uint32_t site);
void hd_stdio_leave(FILE *stream);
/* Wait until no other thread has the stream locked, for a call that does not wait itself. */
void hd_stdio_pass(FILE *stream, uint32_t site);
/* The thread that has the stream locked, HD_NO_TID: none. */
hd_tid hd_stdio_owner(const FILE *stream);

/* All streams are unlocked. */
void hd_stdio_run_begin(void);
