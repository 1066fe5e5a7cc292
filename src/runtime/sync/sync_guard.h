/* SPDX-License-Identifier: Apache-2.0
 *
 * Guards of C++ static variables. */
#pragma once

#include "runtime/common/thread.h"

/* Who runs the initialisation that is in progress; HD_NO_TID: nobody. */
hd_tid hd_guard_owner(const void *guard);
