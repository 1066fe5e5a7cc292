/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/arch/registers.h"

#include <string.h>
#include <ucontext.h>

static const greg_t *registers(const void *context)
{
	return ((const ucontext_t *)context)->uc_mcontext.gregs;
}

static greg_t *registers_to_change(void *context)
{
	return ((ucontext_t *)context)->uc_mcontext.gregs;
}

uintptr_t hd_context_pc(const void *context)
{
	return (uintptr_t)registers(context)[REG_RIP];
}

void hd_context_set_pc(void *context, uintptr_t pc)
{
	registers_to_change(context)[REG_RIP] = (greg_t)pc;
}

uintptr_t hd_context_sp(const void *context)
{
	return (uintptr_t)registers(context)[REG_RSP];
}

void hd_context_set_sp(void *context, uintptr_t sp)
{
	registers_to_change(context)[REG_RSP] = (greg_t)sp;
}

void hd_context_call_args(const void *context, long *args)
{
	static const int order[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8, REG_R9};

	for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
		args[i] = registers(context)[order[i]];
}

void hd_context_set_call_number(void *context, long number)
{
	registers_to_change(context)[REG_RAX] = number;
}

void hd_context_set_call_result(void *context, long result)
{
	registers_to_change(context)[REG_RAX] = result;
}

size_t hd_context_words(const void *context, uint64_t *words)
{
	const mcontext_t *m = &((const ucontext_t *)context)->uc_mcontext;
	size_t n = 0;

	while (n <= REG_EFL) {
		words[n] = (uint64_t)m->gregs[n];
		n++;
	}
	if (!m->fpregs)
		return n;
	_Static_assert(REG_EFL + 1 + sizeof m->fpregs->_xmm / 8 <= HD_CONTEXT_WORDS, "they fit");
	memcpy(words + n, m->fpregs->_xmm, sizeof m->fpregs->_xmm);
	return n + sizeof m->fpregs->_xmm / 8;
}

size_t hd_kept_registers(const int **numbers)
{
	static const int kept[] = {3, 6, 12, 13, 14, 15}; /* rbx rbp r12 … r15 */

	*numbers = kept;
	return sizeof kept / sizeof *kept;
}
