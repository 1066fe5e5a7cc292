/* SPDX-License-Identifier: Apache-2.0
 *
 * The last frame of each stack is the runtime's call of the thread's first function. So that no debugger
 * shows it, none may see the address to which that function returns: where a debugger reads 0, stacks end. */
#pragma once

#include "heddle/debug/stacks.h"

struct hd_stack_end {
	unsigned tid;
	uint64_t address; /* 0: not known */
};

struct hd_stack_ends {
	struct hd_stack_end *list; /* of the threads whose registers the debugger has read … */
	size_t n, cap;
	uint64_t moves; /* … while the debuggee had these */
};

/* The debugger is told that the thread is at this place. */
void hd_stack_ends_note(struct hd_stack_ends *e, struct hd_debuggee *d, unsigned tid,
			const struct hd_stack_place *place);
/* Hide them in memory that was read from this address on. */
void hd_stack_ends_hide(const struct hd_stack_ends *e, const struct hd_debuggee *d, uint64_t address,
			unsigned char *bytes, size_t n);
void hd_stack_ends_term(struct hd_stack_ends *e);
