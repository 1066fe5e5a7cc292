/* SPDX-License-Identifier: Apache-2.0
 *
 * The q packets. Each function takes what follows the name of its packet,
 * and writes the answer to s->reply. */
#pragma once

#include "debugger/state.h"

void hd_rsp_handle_query(struct hd_rsp_server *s, const char *args, size_t n);
