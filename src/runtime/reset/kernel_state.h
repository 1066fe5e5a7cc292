/* SPDX-License-Identifier: Apache-2.0
 *
 * Between the interposers of system calls (wrap_kernel*.c) and what undoes them (kernel.c). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_MAX_MAPPINGS 1024

struct hd_kernel_state {
	uint64_t signals; /* bit n-1: the kernel was told what to do at fault n in this run */
	bool mask_changed;
	bool opened;	    /* a descriptor may have been opened */
	bool flags_changed; /* flags of a descriptor, or a terminal, may not be as before main */
	unsigned nmappings;
	struct {
		void *at;
		size_t size;
	} mappings[HD_MAX_MAPPINGS]; /* made in this run and not unmapped yet */
};

extern struct hd_kernel_state hd_kernel_state;
