/* SPDX-License-Identifier: Apache-2.0
 *
 * The threads: what they are called, and what each was doing at the failure. */
#pragma once

#include "report/build/build_state.h"

/* Where the function begins that the thread is called after, if one of its steps is in it; else function is
 * NULL. */
struct hd_location hd_locate_start(struct hd_build *b, unsigned tid);

/* Fill report->threads. Names come first, because all else uses them. */
void hd_name_threads(struct hd_build *b);
/* "waits to lock" for a thread that is about to do this and cannot. */
const char *hd_wait_words(unsigned kind);
void hd_describe_threads(struct hd_build *b);
