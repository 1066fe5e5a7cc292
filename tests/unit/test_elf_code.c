/* SPDX-License-Identifier: Apache-2.0
 *
 * An instruction is found in a program's code, and numbers that look like it are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "symbol/elf.h"

static bool is_random(const struct hd_instruction *i)
{
	return i->map == 1 && i->opcode == 0xc7 && i->modrm >= 0xf0;
}

/* Never called: not each processor has the instruction. The number has the same bytes. */
__attribute__((used, noinline)) static unsigned draw(volatile unsigned *out)
{
	unsigned drawn;

	*out = 0x00f0c70f;
	__asm__ volatile("rdrand %0" : "=r"(drawn)::"cc");
	return drawn;
}

static void test_finds_one(void **state)
{
	uint64_t at[4];

	(void)state;
	assert_int_equal(hd_elf_find_code("/proc/self/exe", is_random, at, 4), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_finds_one)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
