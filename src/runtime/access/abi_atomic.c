/* SPDX-License-Identifier: Apache-2.0
 *
 * The -fsanitize=thread ABI for atomics: all widths, operations and orders. Only one thread runs at a time,
 * and natively the strongest order is always right, so each operation is performed with sequential
 * consistency. */
#include <stdbool.h>
#include <stdint.h>

#include "runtime/access/abi_atomic.h"

#define PC ((uintptr_t)__builtin_return_address(0))

#define SEQ __ATOMIC_SEQ_CST

#define LOAD_STORE(bits, type)                                                                               \
	HD_EXPORT type __tsan_atomic##bits##_load(const volatile type *a, int order)                         \
	{                                                                                                    \
		hd_atomic_begin(a, sizeof *a, HD_ATOMIC_LOAD, order, PC);                                    \
		return __atomic_load_n(a, SEQ);                                                              \
	}                                                                                                    \
	HD_EXPORT void __tsan_atomic##bits##_store(volatile type *a, type v, int order)                      \
	{                                                                                                    \
		hd_atomic_begin(a, sizeof *a, HD_ATOMIC_STORE, order, PC);                                   \
		hd_atomic_after(__atomic_exchange_n(a, v, SEQ) != v);                                        \
	}                                                                                                    \
	HD_EXPORT type __tsan_atomic##bits##_exchange(volatile type *a, type v, int order)                   \
	{                                                                                                    \
		type old;                                                                                    \
		hd_atomic_begin(a, sizeof *a, HD_ATOMIC_RMW, order, PC);                                     \
		old = __atomic_exchange_n(a, v, SEQ);                                                        \
		hd_atomic_after(old != v);                                                                   \
		return old;                                                                                  \
	}

#define FETCH(bits, type, name)                                                                              \
	HD_EXPORT type __tsan_atomic##bits##_fetch_##name(volatile type *a, type v, int order)               \
	{                                                                                                    \
		type old;                                                                                    \
		hd_atomic_begin(a, sizeof *a, HD_ATOMIC_RMW, order, PC);                                     \
		old = __atomic_fetch_##name(a, v, SEQ);                                                      \
		hd_atomic_after(*a != old);                                                                  \
		return old;                                                                                  \
	}

#define COMPARE(bits, type)                                                                                  \
	static bool compare##bits(volatile type *a, type *expected, type v, bool weak, struct hd_orders o,   \
				  uintptr_t pc)                                                              \
	{                                                                                                    \
		type wanted = *expected;                                                                     \
		bool done;                                                                                   \
		hd_atomic_before(a, sizeof *a, HD_ATOMIC_RMW, pc);                                           \
		if (weak && hd_live.active && *a == *expected && hd_sched_rare())                            \
			return false;                                                                        \
		done = __atomic_compare_exchange_n(a, expected, v, false, SEQ, SEQ);                         \
		hd_compare_seen(a, sizeof *a, done, o, pc);                                                  \
		hd_atomic_after(done || (*expected != wanted && !hd_on_own_stack((uintptr_t)expected)));     \
		return done;                                                                                 \
	}                                                                                                    \
	HD_EXPORT int __tsan_atomic##bits##_compare_exchange_strong(volatile type *a, type *expected,        \
								    type v, int order, int fail_order)       \
	{                                                                                                    \
		return compare##bits(a, expected, v, false, (struct hd_orders){order, fail_order}, PC);      \
	}                                                                                                    \
	HD_EXPORT int __tsan_atomic##bits##_compare_exchange_weak(volatile type *a, type *expected, type v,  \
								  int order, int fail_order)                 \
	{                                                                                                    \
		return compare##bits(a, expected, v, true, (struct hd_orders){order, fail_order}, PC);       \
	}                                                                                                    \
	HD_EXPORT type __tsan_atomic##bits##_compare_exchange_val(volatile type *a, type expected, type v,   \
								  int order, int fail_order)                 \
	{                                                                                                    \
		compare##bits(a, &expected, v, false, (struct hd_orders){order, fail_order}, PC);            \
		return expected;                                                                             \
	}

#define ATOMICS(bits, type)                                                                                  \
	LOAD_STORE(bits, type)                                                                               \
	FETCH(bits, type, add)                                                                               \
	FETCH(bits, type, sub)                                                                               \
	FETCH(bits, type, and)                                                                               \
	FETCH(bits, type, or)                                                                                \
	FETCH(bits, type, xor)                                                                               \
	FETCH(bits, type, nand)                                                                              \
	COMPARE(bits, type)

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

HD_EXPORT void __tsan_atomic_thread_fence(int order)
{
	if (hd_active())
		hd_feed_fence(order & HD_MEMORY_ORDER_MASK);
	__atomic_thread_fence(SEQ);
}

HD_EXPORT void __tsan_atomic_signal_fence(int order)
{
	(void)order;
	__atomic_signal_fence(SEQ);
}
