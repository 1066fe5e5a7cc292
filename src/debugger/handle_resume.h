/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets that let the program go. Each function takes what follows the name of its packet,
 * and writes the answer to s->reply. */
#pragma once

#include "debugger/state.h"

/* Why the program stands where it stands, said of one of its threads. */
void hd_rsp_put_thread_stop(struct hd_rsp_server *s, unsigned thread);
void hd_rsp_handle_why(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_continue(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_step(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_back(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_v(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_restart(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_kill(struct hd_rsp_server *s, const char *args, size_t n);
