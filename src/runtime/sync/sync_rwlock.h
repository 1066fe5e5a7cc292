/* SPDX-License-Identifier: Apache-2.0
 *
 * Readers-writer locks, for reports. */
#pragma once

#include <pthread.h>

#include "runtime/common/thread.h"

/* The writer that holds it, or one of its readers, or HD_NO_TID. */
hd_tid hd_rwlock_owner(const pthread_rwlock_t *rw);
/* The thread because of which a reader has to wait: the writer that holds the lock, or a writer that waits
 * for it already. */
hd_tid hd_rwlock_keeps_out_reader(const pthread_rwlock_t *rw);
