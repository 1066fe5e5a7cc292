/* SPDX-License-Identifier: Apache-2.0
 *
 * Symbols of addresses are asked for once for each piece of the address space: that each address of a piece
 * has the answer of elfutils is tried on this program itself, and on code with labels of all kinds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "symbol/address.h"
#include "symbol/module.h"

#define SAMPLES	 2000
#define AROUND	 160
#define STRIDE	 41 /* bytes, so that many samples are within one function */
#define PROGRAM	 "/proc/self/exe"
#define NO_LABEL "no label"

/* A function in a function, an alias that is shorter, code after the end of both, and labels without a size.
 */
__asm__(".pushsection .text.labels,\"ax\",@progbits\n"
	".globl test_labels\n.type test_labels,@function\n"
	"test_labels: .skip 16, 0x90\n"
	"test_label_bare: .skip 8, 0x90\n"
	".globl test_label_inner\n.type test_label_inner,@function\n"
	"test_label_inner: .skip 8, 0x90\n"
	".size test_label_inner, . - test_label_inner\n"
	".skip 16, 0x90\n"
	".size test_labels, . - test_labels\n"
	".weak test_label_alias\n.type test_label_alias,@function\n"
	".set test_label_alias, test_labels\n.size test_label_alias, 8\n"
	".skip 8, 0x90\n"
	"test_label_after: .skip 24, 0x90\n"
	".popsection\n");
extern const char test_labels[];
extern const char __ehdr_start[];

static void compare(struct hd_symbol_module *m, uint64_t address)
{
	GElf_Off offset;
	GElf_Sym symbol;
	const char *name = dwfl_module_addrinfo(m->file, address, &offset, &symbol, NULL, NULL, NULL);
	const struct hd_symbol *found = hd_symbol_at(m, address);

	assert_string_equal(found ? found->name : NO_LABEL, name ? name : NO_LABEL);
	if (!name)
		return;
	assert_int_equal(found->value, address - offset);
	assert_int_equal(found->size, symbol.st_size);
	assert_int_equal(found->type, GELF_ST_TYPE(symbol.st_info));
}

static void test_labels_of_all_kinds(void **state)
{
	struct hd_symbol_module *m = hd_module_open(PROGRAM);
	uint64_t labels = (uint64_t)(test_labels - __ehdr_start);

	(void)state;
	assert_non_null(hd_symbol_at(m, labels + 8));
	assert_string_equal(hd_symbol_at(m, labels + 8)->name, "test_labels");
	for (uint64_t at = labels + AROUND; at-- > labels - AROUND;)
		compare(m, at);
	hd_module_close(m);
}

static void test_own_code(void **state)
{
	struct hd_symbol_module *m = hd_module_open(PROGRAM);
	uint64_t from = (uint64_t)((uintptr_t)test_own_code - (uintptr_t)__ehdr_start);

	(void)state;
	for (uint64_t i = 0; i < SAMPLES; i++)
		compare(m, from + i * STRIDE);
	compare(m, 0);
	compare(m, 1);
	compare(m, UINT64_MAX);
	hd_module_close(m);
}

static void test_no_program(void **state)
{
	struct hd_symbol_module *m = hd_module_open("/nonexistent");

	(void)state;
	assert_null(hd_symbol_at(m, 0x1000));
	hd_module_close(m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_labels_of_all_kinds),
					   cmocka_unit_test(test_own_code),
					   cmocka_unit_test(test_no_program)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
