/* SPDX-License-Identifier: Apache-2.0
 *
 * Members of the program's objects, as functions of libraries use them that are done here because the library
 * was not rebuilt. Each use is an access at the place of the call: it may let other threads run, and only
 * then is the member read or written. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "runtime/access/access.h"
#include "runtime/common/caller.h"
#include "runtime/common/rt.h"
#include "runtime/common/thread.h"
#include "runtime/engine/crash.h"

/* What is handed to the functions below: where the program called from; 0 if the accesses are invisible,
 * because they are made outside of a run or on behalf of code that was not rebuilt. */
static inline uintptr_t hd_member_caller(uintptr_t pc)
{
	return hd_by_program(pc) ? pc : 0;
}

static inline void hd_member_begin(const void *at, size_t size, bool write, uintptr_t user)
{
	if (!user)
		return;
	hd_rt.run.self->in_library = true;
	hd_access((uintptr_t)at, size, write ? HD_WRITE : HD_READ, write, user);
	hd_rt.run.self->in_library = false;
	hd_crash_user = user;
	__asm__ volatile("" : : : "memory");
}

static inline void hd_member_end(uintptr_t user)
{
	__asm__ volatile("" : : : "memory");
	if (user)
		hd_crash_user = 0;
}

/* `*(at)`, and `*(at) = value`; `at` and `value` are evaluated once. */
#define HD_LOAD(at, user)                                                                                    \
	({                                                                                                   \
		__typeof__(&*(at)) at_ = (at);                                                               \
		__typeof__(*at_) got_;                                                                       \
		hd_member_begin(at_, sizeof(__typeof__(*at_)), false, user);                                 \
		got_ = *at_;                                                                                 \
		hd_member_end(user);                                                                         \
		got_;                                                                                        \
	})

#define HD_STORE(at, value, user)                                                                            \
	do {                                                                                                 \
		__typeof__(&*(at)) at_ = (at);                                                               \
		__typeof__(*at_) put_ = value;                                                               \
		hd_member_begin(at_, sizeof(__typeof__(*at_)), true, user);                                  \
		*at_ = put_;                                                                                 \
		hd_member_end(user);                                                                         \
	} while (0)
