/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/library/wrap_register.h"

#include <stdlib.h>

#include "runtime/common/real.h"
#include "runtime/common/rt.h"
#include "runtime/engine/sched.h"
#include "runtime/observe/analysis_feed.h"

static char for_exit; /* its address stands for the list */

void hd_registered_for_exit(void)
{
	hd_feed_receive(&for_exit);
}

/* A program's calls of atexit and at_quick_exit, which are linked into it, come here as these. */
extern int __cxa_atexit(void (*function)(void *), void *argument, void *library);
extern int __cxa_at_quick_exit(void (*function)(void *), void *library);

#define REGISTER(name, params, args)                                                                         \
	HD_EXPORT int name params                                                                            \
	{                                                                                                    \
		if (hd_active())                                                                             \
			hd_feed_send(&for_exit);                                                             \
		return HD_REAL(name) args;                                                                   \
	}

REGISTER(__cxa_atexit, (void (*function)(void *), void *argument, void *library),
	 (function, argument, library))
REGISTER(__cxa_at_quick_exit, (void (*function)(void *), void *library), (function, library))
REGISTER(on_exit, (void (*function)(int, void *), void *argument), (function, argument))
