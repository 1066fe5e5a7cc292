/* SPDX-License-Identifier: Apache-2.0
 *
 * From a signal handler into a function on the interrupted thread's own stack: there, unlike in the handler,
 * the thread may wait and others may go on. When the function returns the thread goes on where it was, with
 * all its registers, those of the floating point unit included. */
#pragma once

#include <stdint.h>

/* The registers as they were; what the function changes here is changed when it returns. */
struct hd_detour {    /* as detour_x86_64.S leaves it on the stack, lowest address first */
	long args[6]; /* rdi rsi rdx r10 r8 r9: those of a system call */
	long rax, rcx, r11, rbp;
	void (*function)(struct hd_detour *);
	long rip;
};

/* Where the thread was interrupted. */
static inline uintptr_t hd_detour_pc(const struct hd_detour *d)
{
	return (uintptr_t)d->rip;
}

/* It was interrupted at a system call: the number of the call, and the result that the thread goes on with.
 */
static inline long hd_detour_call_number(const struct hd_detour *d)
{
	return d->rax;
}

static inline void hd_detour_set_result(struct hd_detour *d, long result)
{
	d->rax = result;
}

/* What the handler was given as context becomes the beginning of the detour. */
void hd_detour(void *context, void (*function)(struct hd_detour *));
