/* SPDX-License-Identifier: Apache-2.0
 *
 * An earlier search that has tried every schedule of the same program in the same way. */
#pragma once

#include <stdint.h>

struct hd_finished {
	char *text;    /* what it has proved, a sentence, and a line for each finding; NULL: there was none */
	uint64_t runs; /* that it took */
};
