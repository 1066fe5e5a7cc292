/* SPDX-License-Identifier: Apache-2.0
 *
 * The frames of a stack in another process, from its registers and the tables that its modules have for
 * exceptions. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* By the numbers of DWARF: rax rdx rcx rbx rsi rdi rbp rsp r8 … r15 rip. */
enum {
	HD_UNWIND_AX,
	HD_UNWIND_DX,
	HD_UNWIND_CX,
	HD_UNWIND_BX,
	HD_UNWIND_SI,
	HD_UNWIND_DI,
	HD_UNWIND_BP,
	HD_UNWIND_SP,
	HD_UNWIND_R8,
	HD_UNWIND_R15 = HD_UNWIND_R8 + 7,
	HD_UNWIND_PC,
	HD_UNWIND_REGISTERS
};

struct hd_unwind_frame {
	uint64_t reg[HD_UNWIND_REGISTERS]; /* 0 where the value is not known */
	bool called; /* the pc is where a call returns to, not where the code was interrupted */
};

struct hd_unwinder;

/* Gives 8 bytes of memory of the process; false: there is none. */
typedef bool hd_unwind_memory(void *from, uint64_t address, uint64_t *word);

/* Look at the modules that are loaded now. NULL: that is not possible. */
struct hd_unwinder *hd_unwinder_new(pid_t pid, hd_unwind_memory *memory, void *from);
void hd_unwinder_free(struct hd_unwinder *u);
/* The frames of a stack whose innermost frame has these registers: that one first, `most` at most. Returns
 * how many. */
unsigned hd_unwind(struct hd_unwinder *u, const struct hd_unwind_frame *innermost,
		   struct hd_unwind_frame *frames, unsigned most);
