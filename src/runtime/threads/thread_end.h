/* SPDX-License-Identifier: Apache-2.0
 *
 * The end of a thread. */
#pragma once

/* End the calling thread: runs TLS destructors and key destructors, then never returns. */
_Noreturn void hd_thread_exit(void *result);
