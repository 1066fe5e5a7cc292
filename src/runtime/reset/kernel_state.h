/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the interposers of system calls (wrap_kernel*.c) and what undoes them (kernel.c). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_MAX_MAPPINGS 1024

struct hd_mapping {
	uintptr_t lo, hi;
};

struct hd_kernel_state {
	uint64_t signals; /* bit n-1: the kernel was told what to do at fault n in this run */
	bool mask_changed;
	bool opened;	      /* a descriptor may have been opened */
	bool not_only_memory; /* names in the file system, or what the kernel keeps of the process, may have
				 changed */
	bool flags_changed;   /* flags of a descriptor, or a terminal, may not be as before main */
	unsigned nmappings, nchanged;
	struct hd_mapping
	    mappings[HD_MAX_MAPPINGS]; /* made in this run and not unmapped yet: run_mappings.h */
	struct hd_mapping changed[HD_MAX_MAPPINGS]; /* memory from before main that this run has changed */
};

extern struct hd_kernel_state hd_kernel_state;
