/* SPDX-License-Identifier: Apache-2.0
 *
 * The section .llvmbc of a program holds the bitcode of all its modules, one after the other as the linker
 * met them. Where one ends follows from the lengths of its blocks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define HD_BITCODE_SECTION ".llvmbc"

struct hd_bitcode_module {
	size_t offset, size;
	const char *error; /* a sentence without "." when the bytes are no bitcode, or are not complete */
};

/* The module after this one; the first after a zeroed one. False at the end, and when `error` says why not.
 */
bool hd_bitcode_next(const unsigned char *bytes, size_t size, struct hd_bitcode_module *module);
