/* SPDX-License-Identifier: Apache-2.0
 *
 * What a program or library is, as its file says. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/x86_64.h"

#include "model/schedule/schedule.h"

struct hd_elf {
	bool elf;	   /* an ELF file                                        */
	bool native;	   /* for this machine: x86-64, executable or shared     */
	bool damaged;	   /* parts of it are missing: truncated                 */
	bool dynamic;	   /* has an interpreter: libraries can be preloaded     */
	bool library;	   /* made to be loaded by a program, not to be started  */
	bool instrumented; /* needs libheddle-rt.so: it was built with heddle-cc */
	struct hd_build_id build_id;
};

/* 0, or -1 with errno when the file cannot be read. A file that is no ELF file is no error. */
int hd_elf_look(const char *path, struct hd_elf *out);
/* The build id of a file in hexadecimal, "" if it has none. To be freed. */
char *hd_elf_build_text(const char *path);

/* What is in a section, followed by a zero byte; to be freed. NULL: there is no such section. */
char *hd_elf_section(const char *path, const char *name, size_t *size);

/* How many bytes are in it; 0: there is no such section. */
size_t hd_elf_section_size(const char *path, const char *name);

/* Look through the instructions of a module. Puts the offsets from the load base of the first `max` of which
 * is() is true into `out`; returns how many. */
size_t hd_elf_find_code(const char *path, bool (*is)(const struct hd_instruction *), uint64_t *out,
			size_t max);
