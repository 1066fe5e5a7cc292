/* SPDX-License-Identifier: Apache-2.0
 *
 * The way from a signal handler to a function and back to where the thread was: see detour.h. On the stack,
 * below the red zone, are the function and the address to go back to. */
#define XSAVE_MASK   0xe7 /* x87, SSE, AVX, AVX-512 */
#define XSAVE_SIZE   2816 /* of these, a multiple of 64 */
#define XSAVE_HEADER 512
#define FUNCTION     80 /* in struct hd_detour */

	.text
	.globl	hd_detour_start
	.hidden	hd_detour_start
	.type	hd_detour_start, @function
hd_detour_start:
	.cfi_startproc
	.cfi_signal_frame
	.cfi_def_cfa rsp, 144
	.cfi_offset rip, -136
	pushq	%rbp
	.cfi_def_cfa_offset 152
	.cfi_offset rbp, -152
	movq	%rsp, %rbp
	.cfi_def_cfa_register rbp
	pushq	%r11
	pushq	%rcx
	pushq	%rax
	pushq	%r9
	pushq	%r8
	pushq	%r10
	pushq	%rdx
	pushq	%rsi
	pushq	%rdi
	movq	%rsp, %rdi	/* struct hd_detour */
	pushfq
	pushq	%rbx
	.cfi_offset rbx, -240
	movq	%rsp, %rbx
	subq	$XSAVE_SIZE, %rsp
	andq	$-64, %rsp
	cld
	cmpb	$0, hd_detour_xsave(%rip)
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
	call	*FUNCTION(%rdi)
	xorl	%edx, %edx
	movl	$XSAVE_MASK, %eax
	xrstor64 (%rsp)
	jmp	2f
1:	fxsave64 (%rsp)
	call	*FUNCTION(%rdi)
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
	popq	%rcx
	popq	%r11
	popq	%rbp
	.cfi_restore rbp
	.cfi_def_cfa rsp, 144
	leaq	8(%rsp), %rsp	/* past the function, without touching the flags */
	.cfi_def_cfa_offset 136
	ret	$128
	.cfi_endproc
	.size	hd_detour_start, .-hd_detour_start

	.section .note.GNU-stack,"",@progbits
