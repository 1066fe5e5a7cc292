/* SPDX-License-Identifier: Apache-2.0
 *
 * Which symbol an address belongs to: what elfutils answers, which reads the whole symbol table for each
 * answer. Between two places at which a symbol or a section begins or ends the answer is the same, so each
 * such piece is asked about once. */
#pragma once

#include <elfutils/libdwfl.h>

struct hd_symbol_module;

struct hd_symbol {
	const char *name;
	uint64_t value; /* where it begins */
	uint64_t size;	/* 0: not known */
	unsigned char type;
};

/* NULL: none. It lives as long as the module. */
const struct hd_symbol *hd_symbol_at(struct hd_symbol_module *m, uint64_t address);
