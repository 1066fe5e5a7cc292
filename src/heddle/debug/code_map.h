/* SPDX-License-Identifier: Apache-2.0
 *
 * Whose code is at an address of the process: the program's, the runtime's, or that of the C library. */
#pragma once

#include <stdint.h>
#include <sys/types.h>

enum hd_code_owner { HD_CODE_UNKNOWN, HD_CODE_PROGRAM, HD_CODE_RUNTIME, HD_CODE_LIBC };

struct hd_code_range {
	uint64_t lo, hi;
	enum hd_code_owner owner;
};

struct hd_code_map {
	struct hd_code_range *ranges;
	size_t n, cap;
};

/* Read what is mapped now. `runtime` is the path of the runtime. */
void hd_code_map_read(struct hd_code_map *m, pid_t pid, const char *runtime);
void hd_code_map_free(struct hd_code_map *m);
enum hd_code_owner hd_code_owner_of(const struct hd_code_map *m, uint64_t address);
