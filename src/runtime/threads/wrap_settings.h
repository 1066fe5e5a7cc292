/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads as calls about scheduling name them. */
#pragma once

#include <sys/types.h>

/* The thread that the kernel would mean by this number: 0 is the caller. NULL: no thread of this program. */
struct hd_thread *hd_settings_numbered(pid_t pid);
