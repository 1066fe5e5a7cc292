/* SPDX-License-Identifier: Apache-2.0
 *
 * A server of gdb's remote serial protocol: takes bytes from a debugger, asks the target, and answers. It
 * does no input or output of its own, and no packet can break it. */
#pragma once

#include "debugger/state.h"

/* `s` has ops, target, send and to, and is zero otherwise. */
void hd_rsp_take(struct hd_rsp_server *s, const char *bytes, size_t n);
void hd_rsp_term(struct hd_rsp_server *s);
