/* SPDX-License-Identifier: Apache-2.0
 *
 * Where a thread goes on after the kernel has handed a system call back. On the stack is the address behind
 * the instruction, below the red zone. All registers but rax, rcx and r11 must be as they are when it goes on
 * there, those of the floating point unit included. */
#define XSAVE_MASK 0xe7 /* x87, SSE, AVX, AVX-512 */
#define XSAVE_SIZE 2816 /* of these, a multiple of 64 */
#define XSAVE_HEADER 512

	.text
	.globl	hd_raw_trampoline
	.hidden	hd_raw_trampoline
	.type	hd_raw_trampoline, @function
hd_raw_trampoline:
	.cfi_startproc
	.cfi_signal_frame
	.cfi_def_cfa rsp, 136
	.cfi_offset rip, -136
	pushq	%rbp
	.cfi_def_cfa_offset 144
	.cfi_offset rbp, -144
	movq	%rsp, %rbp
	.cfi_def_cfa_register rbp
	pushq	%rax
	pushq	%r9
	pushq	%r8
	pushq	%r10
	pushq	%rdx
	pushq	%rsi
	pushq	%rdi
	movq	%rsp, %rdi	/* struct frame */
	pushfq
	pushq	%rbx
	.cfi_offset rbx, -216
	movq	%rsp, %rbx
	subq	$XSAVE_SIZE, %rsp
	andq	$-64, %rsp
	cld
	cmpb	$0, hd_raw_has_xsave(%rip)
	je	1f
	xorl	%eax, %eax
	movq	%rax, XSAVE_HEADER(%rsp)
	movq	%rax, XSAVE_HEADER+8(%rsp)
	movq	%rax, XSAVE_HEADER+16(%rsp)
	movq	%rax, XSAVE_HEADER+24(%rsp)
	movq	%rax, XSAVE_HEADER+32(%rsp)
	movq	%rax, XSAVE_HEADER+40(%rsp)
	movq	%rax, XSAVE_HEADER+48(%rsp)
	movq	%rax, XSAVE_HEADER+56(%rsp)
	xorl	%edx, %edx
	movl	$XSAVE_MASK, %eax
	xsave64	(%rsp)
	call	hd_raw_call
	xorl	%edx, %edx
	movl	$XSAVE_MASK, %eax
	xrstor64 (%rsp)
	jmp	2f
1:	fxsave64 (%rsp)
	call	hd_raw_call
	fxrstor64 (%rsp)
2:	movq	%rbx, %rsp
	popq	%rbx
	popfq
	popq	%rdi
	popq	%rsi
	popq	%rdx
	popq	%r10
	popq	%r8
	popq	%r9
	popq	%rax
	popq	%rbp
	.cfi_restore rbp
	.cfi_def_cfa rsp, 136
	ret	$128
	.cfi_endproc
	.size	hd_raw_trampoline, .-hd_raw_trampoline

	.section .note.GNU-stack,"",@progbits
