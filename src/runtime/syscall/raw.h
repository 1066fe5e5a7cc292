/* SPDX-License-Identifier: Apache-2.0
 *
 * Code that enters the kernel by an instruction of its own (libgomp, hand-made locks) instead of a function
 * of libc: the kernel is asked to hand such system calls back (syscall user dispatch), and they are carried
 * out as if syscall() had been called. It is switched on only if some loaded module other than libc has such
 * an instruction, because it makes all system calls a little slower. */
#pragma once

#include <signal.h>
#include <stdbool.h>

/* Look at all modules that are loaded by now, before main and after each dlopen(). */
void hd_raw_look(void);
/* The process is a copy of one that had it on: switch it on again, as the kernel does not pass it on. */
void hd_raw_forked(void);
void hd_raw_run_begin(void);
void hd_raw_run_end(void);

/* A signal SIGSYS came: true if it was a system call that is taken care of now. */
bool hd_raw_caught(const siginfo_t *info, void *context);
