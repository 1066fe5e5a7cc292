/* SPDX-License-Identifier: Apache-2.0
 *
 * What `heddle static` reads, from arbitrary bytes; the first says which. Pairs: refused, or read and written
 * and read as the same. Bitcode: modules lie in the bytes, one after the other. A program: its section of
 * bitcode is there or not. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.h"
#include "model/static/bitcode.h"
#include "model/static/pairs_parse.h"
#include "symbol/elf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char *printed(const struct hd_pairs *pairs)
{
	struct hd_text text;

	hd_text_begin(&text);
	hd_pairs_print(pairs, text.f);
	return hd_text_end(&text);
}

static void try_pairs(const char *text, size_t size)
{
	struct hd_pairs first, second;
	char *error = hd_pairs_parse(&first, text, size), *once, *twice;

	if (error) {
		free(error);
		return;
	}
	once = printed(&first);
	if (hd_pairs_parse(&second, once, strlen(once)))
		abort();
	twice = printed(&second);
	if (strcmp(once, twice))
		abort();
	free(once);
	free(twice);
	hd_pairs_term(&first);
	hd_pairs_term(&second);
}

static void try_bitcode(const uint8_t *data, size_t size)
{
	struct hd_bitcode_module module = {0};

	for (size_t end = 0; hd_bitcode_next(data, size, &module); end = module.offset + module.size)
		if (module.offset < end || !module.size || module.size > size - module.offset)
			abort();
}

static void try_program(const uint8_t *data, size_t size)
{
	int fd = memfd_create("program", 0);
	char path[64];
	size_t length = 0;

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
	free(hd_elf_section(path, HD_BITCODE_SECTION, &length));
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!size)
		return 0;
	switch (data[0]) {
	case 'p':
		try_pairs((const char *)data + 1, size - 1);
		break;
	case 'b':
		try_bitcode(data + 1, size - 1);
		break;
	case 'e':
		try_program(data + 1, size - 1);
		break;
	default:
		break;
	}
	return 0;
}
