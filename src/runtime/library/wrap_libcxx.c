/* SPDX-License-Identifier: Apache-2.0
 *
 * libc++ publishes with atomics of its own what the program then reads with instrumented ones. The runtime
 * does not see the former, because the library is not rebuilt. These functions behave as ever; the analyses
 * are told what they order. */
#include <stdbool.h>
#include <stdint.h>

#include "runtime/common/real.h"
#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"

struct once_call {
	volatile unsigned long *flag;
	void *arg;
	void (*function)(void *arg);
};

/* The flag is set right after this, by libc++; std::call_once() looks at it before it calls. */
static void call_and_publish(void *p)
{
	const struct once_call *call = p;

	call->function(call->arg);
	if (hd_watched() && hd_active())
		hd_feed_atomic_slow((uintptr_t)call->flag, sizeof *call->flag, HD_ATOMIC_STORE,
				    __ATOMIC_RELEASE, HD_NO_SITE);
}

/* std::__1::__call_once(unsigned long volatile &, void *, void (*)(void *)) */
#define CALL_ONCE "_ZNSt3__111__call_onceERVmPvPFvS2_E"
typedef void (*call_once_form)(volatile unsigned long *flag, void *arg, void (*function)(void *arg));
HD_EXPORT void own_libcxx_call_once(volatile unsigned long *flag, void *arg,
				    void (*function)(void *arg)) __asm__(CALL_ONCE);

void own_libcxx_call_once(volatile unsigned long *flag, void *arg, void (*function)(void *arg))
{
	static call_once_form next;
	struct once_call call = {flag, arg, function};

	if (!next)
		next = (call_once_form)hd_real_symbol(CALL_ONCE);
	next(flag, &call, call_and_publish);
}

/* std::__1::__arrive_barrier_algorithm_base(std::__1::__barrier_algorithm_base *, unsigned char): true for
 * the thread that arrives last and completes the phase. */
#define ARRIVE "_ZNSt3__131__arrive_barrier_algorithm_baseEPNS_24__barrier_algorithm_baseEh"
typedef bool (*arrive_form)(void *base, unsigned char phase);
HD_EXPORT bool own_libcxx_arrive(void *base, unsigned char phase) __asm__(ARRIVE);

bool own_libcxx_arrive(void *base, unsigned char phase)
{
	static arrive_form next;
	bool last;

	if (!next)
		next = (arrive_form)hd_real_symbol(ARRIVE);
	if (hd_active())
		hd_feed_send(base);
	last = next(base, phase);
	if (last && hd_active())
		hd_feed_receive(base);
	return last;
}
