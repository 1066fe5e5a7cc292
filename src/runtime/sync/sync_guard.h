/* SPDX-License-Identifier: Apache-2.0
 *
 * Guards of C++ static variables. */
#pragma once

#include "runtime/common/thread.h"

/* The thread that runs the initialisation in progress; HD_NO_TID: none is in progress. */
hd_tid hd_guard_owner(const void *guard);
