/* SPDX-License-Identifier: Apache-2.0
 *
 * Packets about registers, memory and breakpoints. Each function takes what follows the name of its packet,
 * and writes the answer to s->reply. */
#pragma once

#include "debugger/state.h"

void hd_rsp_handle_read_registers(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_write_registers(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_read_register(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_write_register(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_read_memory(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_write_memory(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_write_bytes(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_insert(struct hd_rsp_server *s, const char *args, size_t n);
void hd_rsp_handle_remove(struct hd_rsp_server *s, const char *args, size_t n);
