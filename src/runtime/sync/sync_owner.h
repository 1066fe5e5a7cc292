/* SPDX-License-Identifier: Apache-2.0
 *
 * Which thread holds an object that another thread waits for: for reports, and to tell deadlocks. */
#pragma once

#include "runtime/common/thread.h"

/* The thread that holds the object that this pending operation waits for; one of them if there are several
 * readers. HD_NO_TID: no thread holds it, or the operation does not wait for a holder. */
hd_tid hd_object_owner(const struct hd_op *op);

/* In a process that was forked under control: its first thread t holds the locks that its parent's thread
 * held. */
void hd_locks_forked(const struct hd_thread *t);
