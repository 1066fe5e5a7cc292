/* SPDX-License-Identifier: Apache-2.0
 *
 * All that depends on the processor: switching stacks, the TLS base, the first frame of a fiber. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Save the caller's state on its stack, store the stack pointer in *save, and continue at `to`. */
void hd_arch_switch(void **save, void *to);
/* Continue at `to` and never come back. */
_Noreturn void hd_arch_jump(void *to);
/* Prepare a stack whose first switch calls entry() with the stack aligned as the ABI wants. */
void *hd_arch_prepare(void *stack_top, void (*entry)(void));

/* The registers that hd_arch_switch() has saved at this stack pointer, as they will be when it returns. */
struct hd_saved_registers {
	uint64_t pc, sp, bp, bx, r12, r13, r14, r15;
};
struct hd_saved_registers hd_arch_saved_registers(const void *sp);

/* Call function(argument) on another stack and come back. */
void hd_arch_call_on(void *stack_top, void (*function)(void *), void *argument);
/* The stack pointer that a jump to this setjmp buffer would set. */
uintptr_t hd_arch_jump_target(const void *jmp_buf);

/* Find out how the TLS base can be set. */
void hd_arch_init(void);
uintptr_t hd_arch_tls(void);
void hd_arch_set_tls(uintptr_t base);
/* The value that guards stack frames, for this thread and those that are created from now on. */
void hd_arch_set_guard(uintptr_t value);

/* A piece of code that sets two flags to 1 and goes on at `target`, without touching any register. The flags
 * must be within 2 GB. */
#define HD_ARCH_STUB_SIZE 32
void hd_arch_write_stub(char *at, const uint8_t *flag, const uint8_t *other_flag, uintptr_t target);
