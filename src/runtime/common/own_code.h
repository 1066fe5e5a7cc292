/* SPDX-License-Identifier: Apache-2.0
 *
 * Which addresses are the runtime's own code. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The bounds of the runtime's own code, from the linker. */
extern const char __ehdr_start[] __attribute__((visibility("hidden")));
extern const char etext[] __attribute__((visibility("hidden")));

static inline bool hd_by_runtime(uintptr_t pc)
{
	return pc - (uintptr_t)__ehdr_start < (uintptr_t)etext - (uintptr_t)__ehdr_start;
}

/* The part of the runtime that calls exported functions on behalf of a system call: a return address in it
 * stands for hd_self()->syscall_pc. From the linker. */
extern const char __start_hd_syscalls[] __attribute__((visibility("hidden")));
extern const char __stop_hd_syscalls[] __attribute__((visibility("hidden")));

static inline bool hd_by_syscall(uintptr_t pc)
{
	return pc - (uintptr_t)__start_hd_syscalls <
	       (uintptr_t)__stop_hd_syscalls - (uintptr_t)__start_hd_syscalls;
}
