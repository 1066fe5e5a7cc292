/* SPDX-License-Identifier: Apache-2.0
 *
 * Why the program has stopped: as the protocol says it, and in words. */
#pragma once

#include "debugger/target.h"
#include "heddle/debug/debuggee.h"

void hd_stop_describe(struct hd_debuggee *d, struct hd_rsp_stop *stop);
/* A sentence for the user, malloc'ed; NULL: what the debugger says itself is enough. */
char *hd_stop_text(const struct hd_debuggee *d);
