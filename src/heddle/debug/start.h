/* SPDX-License-Identifier: Apache-2.0
 *
 * The start of the program that is debugged, which happens anew for each way back. */
#pragma once

#include "heddle/debug/debuggee.h"

/* Start the process, after the end of the one before, and let it come to its main. 0, or HD_EXIT_TROUBLE
 * after a sentence. */
int hd_debuggee_start(struct hd_debuggee *d);
