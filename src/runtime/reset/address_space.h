/* SPDX-License-Identifier: Apache-2.0
 *
 * Which memory this process has mapped. libc maps some by itself, without a call that the runtime sees. */
#pragma once

#include <stdint.h>

/* A number that is another one when something was mapped or unmapped since. That a stack has grown does not
 * count. 0: the kernel does not tell. */
uint64_t hd_address_space(void);
