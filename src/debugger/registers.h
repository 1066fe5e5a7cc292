/* SPDX-License-Identifier: Apache-2.0
 *
 * The registers of a thread, and how the remote serial protocol numbers and describes them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* In gdb's order: rax rbx rcx rdx rsi rdi rbp rsp r8 … r15 rip eflags cs ss ds es fs gs. */
enum {
	HD_RSP_AX,
	HD_RSP_BX,
	HD_RSP_CX,
	HD_RSP_DX,
	HD_RSP_SI,
	HD_RSP_DI,
	HD_RSP_BP,
	HD_RSP_SP,
	HD_RSP_R8,
	HD_RSP_R9,
	HD_RSP_R10,
	HD_RSP_R11,
	HD_RSP_R12,
	HD_RSP_R13,
	HD_RSP_R14,
	HD_RSP_R15,
	HD_RSP_PC,
	HD_RSP_FLAGS,
	HD_RSP_CS,
	HD_RSP_SS,
	HD_RSP_DS,
	HD_RSP_ES,
	HD_RSP_FS,
	HD_RSP_GS,
	HD_RSP_GENERAL
};

struct hd_rsp_registers {
	uint64_t general[HD_RSP_GENERAL];
	uint64_t original_ax, fs_base, gs_base;
	bool float_known; /* … and what follows */
	uint8_t st[8][10];
	uint32_t float_control[8]; /* fctrl fstat ftag fiseg fioff foseg fooff fop */
	uint8_t xmm[16][16];
	uint32_t mxcsr;
	bool avx_known;
	uint8_t ymm_high[16][16]; /* the upper halves of ymm0 … ymm15 */
};

/* How many this processor has. */
unsigned hd_rsp_register_count(void);
/* The bytes of the register of this number, in `size`; NULL: there is none. */
void *hd_rsp_register(struct hd_rsp_registers *r, unsigned number, size_t *size);
/* The register's value as the protocol wants it; x for what is not known. */
void hd_rsp_put_register(FILE *f, struct hd_rsp_registers *r, unsigned number);
/* The target description. */
void hd_rsp_put_target_xml(FILE *f);
