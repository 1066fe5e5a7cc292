/* SPDX-License-Identifier: Apache-2.0
 *
 * Instructions as the assembler writes them: their lengths, and what is said about them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/x86_64.h"

struct sample {
	const char *bytes;
	uint8_t length;
	bool atomic, memory;
	enum hd_operand operand;
	enum hd_branch branch;
};

/* clang-format off */
static const struct sample samples[] = {
    {"\x90", 1, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE},			 /* nop */
    {"\xf3\x0f\x1e\xfa", 4, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE},	 /* endbr64 */
    {"\x55", 1, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE},			 /* push %rbp */
    {"\x8b\x07", 2, false, true, HD_OPERAND_REGISTER, HD_BRANCH_NONE},		 /* mov (%rdi),%eax */
    {"\x8b\x44\x24\x08", 4, false, true, HD_OPERAND_STACK, HD_BRANCH_NONE},	 /* mov 8(%rsp),%eax */
    {"\x8b\x45\xfc", 3, false, true, HD_OPERAND_STACK, HD_BRANCH_NONE},		 /* mov -4(%rbp),%eax */
    {"\x64\x48\x8b\x04\x25\x28\0\0\0", 9, false, true, HD_OPERAND_STACK, HD_BRANCH_NONE}, /* mov %fs:40,%rax */
    {"\x8b\x05\x10\0\0\0", 6, false, true, HD_OPERAND_FIXED, HD_BRANCH_NONE},	 /* mov 16(%rip),%eax */
    {"\x8b\x04\x85\x10\0\0\0", 7, false, true, HD_OPERAND_FIXED, HD_BRANCH_NONE}, /* mov 16(,%rax,4),%eax */
    {"\x48\x8d\x05\x10\0\0\0", 7, false, false, HD_OPERAND_FIXED, HD_BRANCH_NONE}, /* lea 16(%rip),%rax */
    {"\x66\x0f\x1f\x44\0\0", 6, false, false, HD_OPERAND_REGISTER, HD_BRANCH_NONE}, /* nopw 0(%rax,%rax) */
    {"\xb8\x01\0\0\0", 5, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE},	 /* mov $1,%eax */
    {"\x48\xb8\x01\0\0\0\0\0\0\0", 10, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE}, /* movabs $1,%rax */
    {"\x66\xb8\x01\0", 4, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE},	 /* mov $1,%ax */
    {"\xf6\x07\x01", 3, false, true, HD_OPERAND_REGISTER, HD_BRANCH_NONE},	 /* testb $1,(%rdi) */
    {"\xf6\x17", 2, false, true, HD_OPERAND_REGISTER, HD_BRANCH_NONE},		 /* notb (%rdi) */
    {"\xf7\x07\x01\0\0\0", 6, false, true, HD_OPERAND_REGISTER, HD_BRANCH_NONE}, /* testl $1,(%rdi) */
    {"\x66\xc7\x07\x01\0", 5, false, true, HD_OPERAND_REGISTER, HD_BRANCH_NONE}, /* movw $1,(%rdi) */
    {"\x87\xc1", 2, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE},		 /* xchg %eax,%ecx */
    {"\x87\x07", 2, true, true, HD_OPERAND_REGISTER, HD_BRANCH_NONE},		 /* xchg %eax,(%rdi) */
    {"\x86\x05\x10\0\0\0", 6, true, true, HD_OPERAND_FIXED, HD_BRANCH_NONE},	 /* xchg %al,16(%rip) */
    {"\xf0\x0f\xb1\x17", 4, true, true, HD_OPERAND_REGISTER, HD_BRANCH_NONE},	 /* lock cmpxchg %edx,(%rdi) */
    {"\xf0\x48\x0f\xc1\x07", 5, true, true, HD_OPERAND_REGISTER, HD_BRANCH_NONE}, /* lock xadd %rax,(%rdi) */
    {"\xf0\x83\x0c\x24\0", 5, true, true, HD_OPERAND_STACK, HD_BRANCH_NONE},	 /* lock orl $0,(%rsp) */
    {"\x0f\xae\xf0", 3, true, false, HD_OPERAND_NONE, HD_BRANCH_NONE},		 /* mfence */
    {"\x0f\xae\xe8", 3, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE},		 /* lfence */
    {"\xc5\xf8\x77", 3, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE},		 /* vzeroupper */
    {"\xc5\xfe\x6f\x07", 4, false, true, HD_OPERAND_REGISTER, HD_BRANCH_NONE},	 /* vmovdqu (%rdi),%ymm0 */
    {"\xc4\xe3\x7d\x39\xc1\x01", 6, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE}, /* vextracti128 $1,… */
    {"\x62\xf1\xfe\x48\x6f\x47\x01", 7, false, true, HD_OPERAND_REGISTER, HD_BRANCH_NONE}, /* vmovdqu64 … */
    {"\x66\x0f\x3a\x0f\xc1\x08", 6, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE}, /* palignr $8,… */
    {"\x0f\xc7\xf0", 3, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE},		 /* rdrand %eax */
    {"\xe8\x10\0\0\0", 5, false, false, HD_OPERAND_NONE, HD_BRANCH_CALL},	 /* call .+21 */
    {"\xe9\x10\0\0\0", 5, false, false, HD_OPERAND_NONE, HD_BRANCH_JUMP},	 /* jmp .+21 */
    {"\x0f\x84\x10\0\0\0", 6, false, false, HD_OPERAND_NONE, HD_BRANCH_JUMP},	 /* je .+22 */
    {"\x75\xf0", 2, false, false, HD_OPERAND_NONE, HD_BRANCH_NONE},		 /* jne .-14: never to another function */
    {"\xff\x15\x10\0\0\0", 6, false, true, HD_OPERAND_FIXED, HD_BRANCH_CALL},	 /* call *16(%rip) */
    {"\xf2\xff\x25\x10\0\0\0", 7, false, true, HD_OPERAND_FIXED, HD_BRANCH_JUMP}, /* bnd jmp *16(%rip) */
    {"\xff\xe0", 2, false, false, HD_OPERAND_NONE, HD_BRANCH_JUMP},		 /* jmp *%rax */
};
/* clang-format on */

static void test_samples(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof samples / sizeof *samples; k++) {
		const struct sample *s = &samples[k];
		const uint8_t *bytes = (const uint8_t *)s->bytes;
		struct hd_instruction i;

		assert_true(hd_instruction_at(bytes, bytes + s->length, &i));
		assert_int_equal(i.length, s->length);
		assert_int_equal(i.atomic, s->atomic);
		assert_int_equal(i.memory, s->memory);
		assert_int_equal(i.operand, s->operand);
		assert_int_equal(i.branch, s->branch);
	}
}

static void test_targets(void **state)
{
	static const uint8_t call[] = {0xe8, 0x10, 0, 0, 0}, back[] = {0xe9, 0xfb, 0xff, 0xff, 0xff},
			     load[] = {0x8b, 0x05, 0x10, 0, 0, 0}, number[] = {0xbe, 0x78, 0x56, 0x34, 0x12},
			     with_number[] = {0xc7, 0x05, 0x10, 0, 0, 0, 1, 0, 0, 0};
	struct hd_instruction i;

	(void)state;
	assert_true(hd_instruction_at(call, call + sizeof call, &i));
	assert_int_equal(i.target, (uintptr_t)call + 5 + 16);
	assert_true(hd_instruction_at(back, back + sizeof back, &i));
	assert_ptr_equal((void *)i.target, back);
	assert_true(hd_instruction_at(load, load + sizeof load, &i));
	assert_int_equal(i.target, (uintptr_t)load + 6 + 16);
	assert_true(hd_instruction_at(number, number + sizeof number, &i));
	assert_int_equal(i.target, 0x12345678);
	assert_true(hd_instruction_at(with_number, with_number + sizeof with_number, &i));
	assert_int_equal(i.target, (uintptr_t)with_number + 10 + 16);
}

/* Nothing is read behind the end, wherever it is. */
static void test_cut_off(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof samples / sizeof *samples; k++)
		for (size_t n = 0; n < samples[k].length; n++) {
			uint8_t copy[16];
			struct hd_instruction i;

			for (size_t b = 0; b < n; b++)
				copy[b] = (uint8_t)samples[k].bytes[b];
			if (hd_instruction_at(copy, copy + n, &i))
				assert_true(i.length <= n);
		}
}

static void test_no_instructions(void **state)
{
	static const uint8_t bad[][2] = {{0x06, 0}, {0x0f, 0x04}, {0xd4, 0}, {0x66, 0x66}};
	struct hd_instruction i;

	(void)state;
	for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
		assert_false(hd_instruction_at(bad[k], bad[k] + 2, &i));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(test_samples),
	    cmocka_unit_test(test_targets),
	    cmocka_unit_test(test_cut_off),
	    cmocka_unit_test(test_no_instructions),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
