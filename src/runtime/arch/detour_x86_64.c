/* SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>
#include <ucontext.h>

#include "runtime/arch/detour.h"
#include "runtime/arch/registers.h"

void hd_detour_start(void);

bool hd_detour_xsave; /* there is more to save than the first registers */

void hd_detour(void *context, void (*function)(struct hd_detour *))
{
	greg_t *r = ((ucontext_t *)context)->uc_mcontext.gregs;
	uintptr_t *sp = (uintptr_t *)(r[REG_RSP] - HD_RED_ZONE) - 2;

	__builtin_cpu_init();
	hd_detour_xsave = __builtin_cpu_supports("avx"); /* implies that the kernel uses it as well */
	sp[0] = (uintptr_t)function;
	sp[1] = (uintptr_t)r[REG_RIP];
	r[REG_RSP] = (greg_t)sp;
	r[REG_RIP] = (greg_t)hd_detour_start;
}
