/* SPDX-License-Identifier: Apache-2.0
 *
 * Code that enters the kernel by an instruction of its own (libgomp, hand-made locks) instead of a function
 * of libc: the kernel is asked to hand such system calls back (syscall user dispatch), and they are carried
 * out as if syscall() had been called. It is switched on only if some loaded module other than libc has such
 * an instruction, because it makes all system calls a little slower. */
#pragma once

#include <stdint.h>

/* Look at all modules that are loaded by now, before main and after each dlopen(). */
void hd_raw_look(void);
/* The process is a copy of one that had it on: switch it on again, as the kernel does not pass it on. */
void hd_raw_forked(void);
void hd_raw_run_begin(void);
void hd_raw_run_end(void);

/* libc's code that returns from a signal handler; 0: not known. */
uintptr_t hd_raw_restorer(void);
