/* SPDX-License-Identifier: Apache-2.0
 *
 * Finding files: the program that the user named, and the parts of Heddle beside this executable. */
#pragma once

#include "symbol/elf.h"

/* The absolute path of a program that can be tested, looked up like execvp does, and what its file says.
 * To be freed. NULL after a sentence. */
char *hd_program_find(const char *name, struct hd_elf *elf);

/* Whether the file at `path` can be tested; 0, or HD_EXIT_TROUBLE after a sentence. */
int hd_program_check(const char *path, struct hd_elf *elf);

/* Where libheddle-rt.so is, relative to this executable. To be freed; NULL when it is not there, and then
 * *expected (to be freed) says where it should be. */
char *hd_runtime_path(char **expected);
