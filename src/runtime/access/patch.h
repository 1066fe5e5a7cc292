/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls of the runtime that are taken out of the program's code, because what they would tell is not looked
 * at (mute.h). This changes what a visit costs and nothing else about a run, with one exception: that the
 * memory may be touched is not checked where the call is out. So one run in HD_PATCH_NOT_ONE_IN, which its
 * seed picks, is carried out without; so is a replay in a debugger, whose breakpoints are in the code as
 * well.
 *
 * The code stays read-only for the program: it is written through /proc/self/mem, a batch at a time. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/own.h"

#define HD_PATCH_NOT_ONE_IN 16u

void hd_patch_init(void);
/* All calls are in the code again, and the run that begins may take some out. */
void hd_patch_run_begin(void);
/* The run under way, or about to begin, takes none out: each of its accesses is checked. */
bool hd_patch_keeps_all(void);
/* Take the call that returns to pc out, sooner or later. */
void hd_patch_out(uintptr_t pc);
/* … and put it back at once, if it is out. */
void hd_patch_in(uintptr_t pc);
/* Take out what is to be taken out. */
void hd_patch_flush(void);
/* The same, unless it can wait, because it is little and is not called often. */
void hd_patch_look(void);
/* Put all calls back. */
void hd_patch_all_in(void);

#define HD_PATCH_DUE 1024 /* calls that are to be taken out and were made: about what that costs */
extern HD_OWN uint32_t hd_patch_calls;

/* A call that may be to be taken out was made. */
static inline void hd_patch_count(void)
{
	if (__builtin_expect(++hd_patch_calls == HD_PATCH_DUE, 0))
		hd_patch_flush();
}
