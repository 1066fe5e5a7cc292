/* SPDX-License-Identifier: Apache-2.0
 *
 * Looks through the code of one module for functions that synchronise unseen: see unseen.h. */
#pragma once

#include <link.h>
#include <stddef.h>

#include "runtime/arch/functions.h"

enum hd_function_is { /* hd_function.is; the highest that is true */
		      HD_FUNCTION_SEEN,
		      HD_FUNCTION_REBUILT, /* it tells the runtime what it does with memory */
		      HD_FUNCTION_MIXED,
		      HD_FUNCTION_UNSEEN,
};

/* Say of each of the module's functions which kind it is of. */
void hd_unseen_scan(const struct dl_phdr_info *module, struct hd_function *functions, size_t n);
