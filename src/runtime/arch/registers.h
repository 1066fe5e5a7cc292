/* SPDX-License-Identifier: Apache-2.0
 *
 * The registers of an interrupted thread, as the kernel gives them to a signal handler (ucontext_t). */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define HD_RED_ZONE 128 /* bytes below the stack pointer that a function may use */

uintptr_t hd_context_pc(const void *context);
void hd_context_set_pc(void *context, uintptr_t pc);
uintptr_t hd_context_sp(const void *context);
void hd_context_set_sp(void *context, uintptr_t sp);

/* The thread is at a system call instruction: the six arguments; and the result that it goes on with. */
void hd_context_call_args(const void *context, long *args);
void hd_context_set_call_number(void *context, long number);
void hd_context_set_call_result(void *context, long result);

/* All that the code may compute with, as words. Returns how many: HD_CONTEXT_WORDS at most. */
#define HD_CONTEXT_WORDS 64
size_t hd_context_words(const void *context, uint64_t *words);

/* The registers that a called function leaves alone, by the numbers of the unwinder. Returns how many. */
size_t hd_kept_registers(const int **numbers);
