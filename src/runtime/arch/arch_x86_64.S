/* SPDX-License-Identifier: Apache-2.0
 *
 * Switching fibers: callee-saved registers and the floating point control words go on the old stack, the same
 * come from the new one. Caller-saved registers are dead at a call. Control words are loaded only where they
 * differ, which is hardly ever: loading them costs as much as all the rest. */
	.text
	.globl	hd_arch_switch
	.hidden	hd_arch_switch
	.type	hd_arch_switch, @function
hd_arch_switch:
	pushq	%rbp
	pushq	%rbx
	pushq	%r12
	pushq	%r13
	pushq	%r14
	pushq	%r15
	subq	$8, %rsp
	stmxcsr	(%rsp)
	fnstcw	4(%rsp)
	movq	%rsp, (%rdi)
	movl	(%rsp), %eax
	movzwl	4(%rsp), %ecx
	movq	%rsi, %rsp
	cmpl	(%rsp), %eax
	jne	.Lresume
	cmpw	4(%rsp), %cx
	jne	.Lresume
.Lresumed:
	addq	$8, %rsp
	popq	%r15
	popq	%r14
	popq	%r13
	popq	%r12
	popq	%rbx
	popq	%rbp
	ret
.Lresume:
	ldmxcsr	(%rsp)
	fldcw	4(%rsp)
	jmp	.Lresumed
	.size	hd_arch_switch, .-hd_arch_switch

	.globl	hd_arch_jump
	.hidden	hd_arch_jump
	.type	hd_arch_jump, @function
hd_arch_jump:
	movq	%rdi, %rsp
	jmp	.Lresume
	.size	hd_arch_jump, .-hd_arch_jump

/* The old stack pointer is kept in rbp, so that unwinders find their way through. */
	.globl	hd_arch_call_on
	.hidden	hd_arch_call_on
	.type	hd_arch_call_on, @function
hd_arch_call_on:
	.cfi_startproc
	pushq	%rbp
	.cfi_def_cfa_offset 16
	.cfi_offset rbp, -16
	movq	%rsp, %rbp
	.cfi_def_cfa_register rbp
	movq	%rdi, %rsp
	andq	$-16, %rsp
	movq	%rdx, %rdi
	call	*%rsi
	movq	%rbp, %rsp
	popq	%rbp
	.cfi_def_cfa rsp, 8
	ret
	.cfi_endproc
	.size	hd_arch_call_on, .-hd_arch_call_on

/* int __sigsetjmp(sigjmp_buf, int): reported to the model, then a jump to libc's: it must find the caller's
 * stack pointer and return address. */
	.globl	__sigsetjmp
	.type	__sigsetjmp, @function
__sigsetjmp:
	.cfi_startproc
	pushq	%rdi
	.cfi_adjust_cfa_offset 8
	pushq	%rsi
	.cfi_adjust_cfa_offset 8
	subq	$8, %rsp
	.cfi_adjust_cfa_offset 8
	call	hd_sigsetjmp
	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	popq	%rsi
	.cfi_adjust_cfa_offset -8
	popq	%rdi
	.cfi_adjust_cfa_offset -8
	jmp	*%rax
	.cfi_endproc
	.size	__sigsetjmp, .-__sigsetjmp

/* The outermost frame of every fiber: rbx holds the entry function. Unwinders stop here. */
	.globl	hd_arch_first_frame
	.hidden	hd_arch_first_frame
	.type	hd_arch_first_frame, @function
hd_arch_first_frame:
	.cfi_startproc
	.cfi_undefined rip
	xorl	%ebp, %ebp
	call	*%rbx
	ud2
	.cfi_endproc
	.size	hd_arch_first_frame, .-hd_arch_first_frame

	.section .note.GNU-stack,"",@progbits
