/* SPDX-License-Identifier: Apache-2.0
 *
 * void *dlsym(void *handle, const char *name): what hd_dlsym_answer() says, or else libc's own. libc's
 * dlsym() looks at its return address, because RTLD_NEXT means the next object after the caller's, so it is
 * jumped to and not called. */
	.text
	.globl	dlsym
	.hidden	hd_dlsym_answer
	.hidden	hd_dlsym_real
	.type	dlsym, @function
dlsym:
	.cfi_startproc
	pushq	%rdi
	.cfi_adjust_cfa_offset 8
	pushq	%rsi
	.cfi_adjust_cfa_offset 8
	subq	$8, %rsp
	.cfi_adjust_cfa_offset 8
	movq	24(%rsp), %rdx
	call	hd_dlsym_answer
	addq	$8, %rsp
	.cfi_adjust_cfa_offset -8
	popq	%rsi
	.cfi_adjust_cfa_offset -8
	popq	%rdi
	.cfi_adjust_cfa_offset -8
	testq	%rax, %rax
	jne	1f
	jmp	*hd_dlsym_real(%rip)
1:	ret
	.cfi_endproc
	.size	dlsym, . - dlsym

	.section .note.GNU-stack, "", @progbits
