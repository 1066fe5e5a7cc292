/* SPDX-License-Identifier: Apache-2.0
 *
 * Jumps that save and restore the mask. */
#pragma once

#include <setjmp.h>

/* Called by the code in arch/ that stands for sigsetjmp(), before libc's function, which it returns. */
void *hd_sigsetjmp(struct __jmp_buf_tag *buffer, int save_mask) __attribute__((visibility("hidden")));
