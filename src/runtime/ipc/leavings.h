/* SPDX-License-Identifier: Apache-2.0
 *
 * Kernel objects that have a name or a key and outlive the process: message queues, shared memory and
 * semaphores. Each run starts without any, and what it leaves is removed. Runs that go on at the same time do
 * not share them: the runtime gives the kernel other names than the program uses. Children made by fork()
 * find what their parent has made. A server's names are the true ones, because its clients use them. */
#pragma once

#include <stdbool.h>
#include <sys/ipc.h>

enum hd_leaving {
	HD_LEFT_QUEUE,
	HD_LEFT_MEMORY,
	HD_LEFT_SYSV_QUEUE,
	HD_LEFT_SYSV_SEMAPHORES,
	HD_LEFT_SYSV_MEMORY
};

#define HD_KERNEL_NAME 64

/* True in a run, and in a child that a run has made. */
bool hd_has_leavings(void);

/* The name or key that the kernel is told. `own` has HD_KERNEL_NAME bytes. */
const char *hd_kernel_name(enum hd_leaving kind, const char *name, char *own);
key_t hd_kernel_key(key_t key);

/* The program made or found an object, which is to be removed after the run; or the program removed it. */
void hd_leaving_made(enum hd_leaving kind, const char *kernel_name, int id);
void hd_leaving_gone(enum hd_leaving kind, const char *kernel_name, int id);

/* There is one. */
bool hd_leavings_exist(void);

/* Once for a process, before the first run. */
void hd_leavings_init(void);
/* After a run, by the process that outlives it. */
void hd_leavings_remove(void);
