/* SPDX-License-Identifier: Apache-2.0
 *
 * Calls in the program's code that can be taken out and put back while the program stands still: an
 * instruction that calls a function of another module, through the procedure linkage table or through an
 * import slot (-fno-plt). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_CALL_BYTES 6

struct hd_call_site {
	uintptr_t at;		     /* the call's first byte */
	uint8_t size;		     /* 0: there is no such call */
	uint8_t code[HD_CALL_BYTES]; /* the call */
};

/* The call that returns to `after`, if it leads to [target_lo, target_hi). A function that was entered by a
 * jump has the return address of another call: that one leads elsewhere, and nothing is found. The module
 * that the call is in lies in [module_lo, module_hi). */
struct hd_call_site hd_call_site_before(uintptr_t after, uintptr_t module_lo, uintptr_t module_hi,
					uintptr_t target_lo, uintptr_t target_hi);
/* What stands there instead while the call is taken out: one instruction of the same size without effect. */
const uint8_t *hd_call_site_nothing(const struct hd_call_site *s);
