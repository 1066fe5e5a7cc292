/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/arch/arch.h"

#include <asm/prctl.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/arch/kernel_call.h"

#define HWCAP2_FSGSBASE_BIT 2u
#define DEFAULT_MXCSR	    0x1f80u
#define DEFAULT_FCW	    0x037fu

void hd_arch_first_frame(void);

static bool can_write_fs;

void hd_arch_init(void)
{
	can_write_fs = (getauxval(AT_HWCAP2) & HWCAP2_FSGSBASE_BIT) != 0;
}

uintptr_t hd_arch_tls(void)
{
	uintptr_t base;

	__asm__("movq %%fs:0, %0" : "=r"(base)); /* the thread control block starts with its own address */
	return base;
}

void hd_arch_set_tls(uintptr_t base)
{
	if (__builtin_expect(can_write_fs, 1))
		__asm__ volatile("wrfsbase %0" ::"r"(base) : "memory");
	else
		hd_syscall(SYS_arch_prctl, ARCH_SET_FS, base);
}

void hd_arch_set_guard(uintptr_t value)
{
	__asm__ volatile("movq %0, %%fs:40" ::"r"(value) : "memory");
}

/* libc keeps stack pointers in jump buffers mangled, by a value in the thread control block. */
uintptr_t hd_arch_jump_target(const void *jmp_buf)
{
	uintptr_t sp = ((const uintptr_t *)jmp_buf)[6], guard;

	__asm__("movq %%fs:0x30, %0" : "=r"(guard));
	return (sp >> 17 | sp << 47) ^ guard;
}

void *hd_arch_prepare(void *stack_top, void (*entry)(void))
{
	uintptr_t *sp = (uintptr_t *)((uintptr_t)stack_top & ~(uintptr_t)15);

	*--sp = 0;
	*--sp = 0;
	*--sp = (uintptr_t)hd_arch_first_frame; /* popped by ret: the frame then starts 16-byte aligned */
	*--sp = 0;				/* rbp */
	*--sp = (uintptr_t)entry;		/* rbx */
	for (int i = 0; i < 4; i++)
		*--sp = 0; /* r12 … r15 */
	*--sp = (uintptr_t)DEFAULT_FCW << 32 | DEFAULT_MXCSR;
	return sp;
}

/* As hd_arch_switch() pushes them: floating point control, r15 … r12, rbx, rbp, return address. */
struct hd_saved_registers hd_arch_saved_registers(const void *sp)
{
	const uint64_t *saved = sp;

	return (struct hd_saved_registers){.r15 = saved[1],
					   .r14 = saved[2],
					   .r13 = saved[3],
					   .r12 = saved[4],
					   .bx = saved[5],
					   .bp = saved[6],
					   .pc = saved[7],
					   .sp = (uintptr_t)(saved + 8)};
}

#define SET_SIZE 7UL /* of the instruction that sets a flag */

/* movb $1, flag(%rip) */
static void write_set(char *at, const uint8_t *flag)
{
	unsigned char code[SET_SIZE] = {0xc6, 0x05, 0, 0, 0, 0, 1};
	int32_t distance = (int32_t)((const char *)flag - (at + SET_SIZE));

	memcpy(code + 2, &distance, sizeof distance);
	memcpy(at, code, sizeof code);
}

void hd_arch_write_stub(char *at, const uint8_t *flag, const uint8_t *other_flag, uintptr_t target)
{
	/* jmp *0(%rip); target */
	static const unsigned char jump[] = {0xff, 0x25, 0, 0, 0, 0};

	_Static_assert(2 * SET_SIZE + sizeof jump + sizeof target <= HD_ARCH_STUB_SIZE, "a stub has room");
	write_set(at, flag);
	write_set(at + SET_SIZE, other_flag);
	memcpy(at + 2 * SET_SIZE, jump, sizeof jump);
	memcpy(at + 2 * SET_SIZE + sizeof jump, &target, sizeof target);
}
