/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/arch/instructions.h"

#include <string.h>
#include <ucontext.h>

#define FAR 48 /* bytes after a reading in which its halves are put together */

/* syscall */
bool hd_code_enters_kernel(const unsigned char *code, size_t size)
{
	const unsigned char *end = code + size;

	while (code + 1 < end && (code = memchr(code, 0x0f, (size_t)(end - code - 1)))) {
		if (code[1] == 0x05)
			return true;
		code++;
	}
	return false;
}

/* "rdtsc" and "rdtscp" are short, so that numbers may look like them. Where they are meant, the two halves of
 * the result are put together soon after: shl $32 of some register. */
static bool puts_together(const unsigned char *code, const unsigned char *end)
{
	const unsigned char *stop = end - code > FAR ? code + FAR : end;

	for (; code + 3 < stop; code++)
		if ((code[0] & 0xfe) == 0x48 && code[1] == 0xc1 && (code[2] & 0xf8) == 0xe0 && code[3] == 32)
			return true;
	return false;
}

unsigned hd_counter_instruction(const unsigned char *code)
{
	if (code[0] != 0x0f)
		return 0;
	if (code[1] == 0x31)
		return 2;
	return code[1] == 0x01 && code[2] == 0xf9 ? 3 : 0;
}

bool hd_code_reads_counter(const unsigned char *code, size_t size)
{
	const unsigned char *end = code + size;

	while (code + 2 < end && (code = memchr(code, 0x0f, (size_t)(end - code - 2)))) {
		unsigned length = hd_counter_instruction(code);

		if (length && puts_together(code + length, end))
			return true;
		code++;
	}
	return false;
}

void hd_counter_answer(void *context, unsigned length, uint64_t ticks)
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;

	r[REG_RAX] = (greg_t)(ticks & 0xffffffff);
	r[REG_RDX] = (greg_t)(ticks >> 32);
	if (length == 3) /* which processor: the first */
		r[REG_RCX] = 0;
	r[REG_RIP] += length;
}

uint64_t hd_counter_ticks(void)
{
	return __builtin_ia32_rdtsc();
}
