/* SPDX-License-Identifier: Apache-2.0
 *
 * void hd_once_call(void (*init)(void)): a call whose frame an unwinder announces to hd_once_personality() when
 * an exception or the end of the thread passes it. Written by hand because what compilers emit for cleanups
 * needs libgcc's personality routine, and the runtime needs libc alone. */
#define PERSONALITY_IS_PC_RELATIVE 0x1b

	.text
	.globl	hd_once_call
	.hidden	hd_once_call
	.hidden	hd_once_personality
	.type	hd_once_call, @function
hd_once_call:
	.cfi_startproc
	.cfi_personality PERSONALITY_IS_PC_RELATIVE, hd_once_personality
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset %rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register %rbp
	call	*%rdi
	popq	%rbp
	.cfi_def_cfa %rsp, 8
	ret
	.cfi_endproc
	.size	hd_once_call, . - hd_once_call

	.section .note.GNU-stack, "", @progbits
