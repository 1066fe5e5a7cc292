/* SPDX-License-Identifier: Apache-2.0
 *
 * Where the instructions of x86-64 begin and end, and the little that Heddle wants to know about each: does
 * it touch memory, is it atomic, where does it lead. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum hd_operand { /* what an address is made of */
		  HD_OPERAND_NONE,
		  HD_OPERAND_STACK,    /* the stack or frame pointer, or a segment: a thread's own memory */
		  HD_OPERAND_FIXED,    /* a place in the module, perhaps with an index: `target` */
		  HD_OPERAND_REGISTER, /* any other register */
};

enum hd_branch { HD_BRANCH_NONE, HD_BRANCH_CALL, HD_BRANCH_JUMP };

struct hd_instruction {
	uint8_t length;
	uint8_t map; /* 0: one byte; 1: after 0f; 2: after 0f 38; 3: after 0f 3a; from 4 on: others */
	uint8_t opcode;
	uint8_t modrm;	  /* 0 if there is none */
	bool memory;	  /* reads or writes at `operand`; not set for lea, nop and the like */
	bool atomic;	  /* orders memory between processors: locked, exchanges with memory, or mfence */
	uint8_t operand;  /* enum hd_operand */
	uint8_t branch;	  /* enum hd_branch: to `target`, or by way of the pointer at `target` if `memory` */
	uintptr_t target; /* as if the code were at the address where it is read; also the number of "mov $N,
			     %e.." */
};

/* False: these bytes are no instruction that compilers emit for programs. */
bool hd_instruction_at(const uint8_t *at, const uint8_t *end, struct hd_instruction *out);
