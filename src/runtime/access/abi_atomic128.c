/* SPDX-License-Identifier: Apache-2.0
 *
 * The -fsanitize=thread ABI for 16-byte atomics. The processor has one instruction for them, compare and
 * exchange; all else is a loop around it, which natively is also what libatomic does. */
#include <stdbool.h>
#include <stdint.h>

#include "runtime/access/abi_atomic.h"
#include "runtime/arch/atomic128.h"

#define PC ((uintptr_t)__builtin_return_address(0))

typedef hd_u128 u128;

/* Comparing with 0 and storing 0 back reads all sixteen bytes at once; the memory must be writable, as for
 * libatomic. */
static u128 load(const volatile u128 *a)
{
	return hd_compare_and_swap128((volatile u128 *)a, 0, 0);
}

static u128 exchange(volatile u128 *a, u128 v)
{
	u128 old = load(a), seen;

	while ((seen = hd_compare_and_swap128(a, old, v)) != old)
		old = seen;
	hd_atomic_after(old != v);
	return old;
}

HD_EXPORT u128 __tsan_atomic128_load(const volatile u128 *a, int order)
{
	hd_atomic_begin(a, sizeof *a, HD_ATOMIC_LOAD, order, PC);
	return load(a);
}

HD_EXPORT void __tsan_atomic128_store(volatile u128 *a, u128 v, int order)
{
	hd_atomic_begin(a, sizeof *a, HD_ATOMIC_STORE, order, PC);
	exchange(a, v);
}

HD_EXPORT u128 __tsan_atomic128_exchange(volatile u128 *a, u128 v, int order)
{
	hd_atomic_begin(a, sizeof *a, HD_ATOMIC_RMW, order, PC);
	return exchange(a, v);
}

#define FETCH(name, expression)                                                                              \
	HD_EXPORT u128 __tsan_atomic128_fetch_##name(volatile u128 *a, u128 v, int order)                    \
	{                                                                                                    \
		u128 old, seen;                                                                              \
		hd_atomic_begin(a, sizeof *a, HD_ATOMIC_RMW, order, PC);                                     \
		old = load(a);                                                                               \
		while ((seen = hd_compare_and_swap128(a, old, (expression))) != old)                         \
			old = seen;                                                                          \
		hd_atomic_after(old != (expression));                                                        \
		return old;                                                                                  \
	}

FETCH(add, old + v)
FETCH(sub, old - v)
FETCH(and, old &v)
FETCH(or, old | v)
FETCH(xor, old ^ v)
FETCH(nand, ~(old &v))

static bool compare(volatile u128 *a, u128 *expected, u128 v, bool weak, struct hd_orders o, uintptr_t pc)
{
	u128 seen, wanted = *expected;
	bool done;

	hd_atomic_before(a, sizeof *a, HD_ATOMIC_RMW, pc);
	if (weak && hd_live.active && *a == *expected && hd_sched_rare())
		return false;
	seen = hd_compare_and_swap128(a, *expected, v);
	done = seen == *expected;
	*expected = seen;
	hd_compare_seen(a, sizeof *a, done, o, pc);
	hd_atomic_after(done || (seen != wanted && !hd_on_own_stack((uintptr_t)expected)));
	return done;
}

HD_EXPORT int __tsan_atomic128_compare_exchange_strong(volatile u128 *a, u128 *expected, u128 v, int order,
						       int fail_order)
{
	return compare(a, expected, v, false, (struct hd_orders){order, fail_order}, PC);
}

HD_EXPORT int __tsan_atomic128_compare_exchange_weak(volatile u128 *a, u128 *expected, u128 v, int order,
						     int fail_order)
{
	return compare(a, expected, v, true, (struct hd_orders){order, fail_order}, PC);
}

HD_EXPORT u128 __tsan_atomic128_compare_exchange_val(volatile u128 *a, u128 expected, u128 v, int order,
						     int fail_order)
{
	compare(a, &expected, v, false, (struct hd_orders){order, fail_order}, PC);
	return expected;
}
