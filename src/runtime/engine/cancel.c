/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/engine/cancel.h"

#include "runtime/common/rt.h"
#include "runtime/state/hooks.h"

void hd_cancel_act(void)
{
	hd_hooks.thread_cancelled();
	__builtin_unreachable();
}

void hd_cancel_point(void)
{
	if (__builtin_expect(hd_cancel_due(hd_rt.run.self), 0))
		hd_cancel_act();
}
