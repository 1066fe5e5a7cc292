/* SPDX-License-Identifier: Apache-2.0
 * The -fsanitize= and -fno-sanitize= lists: which sanitizers may be there, and taking `thread` out of them.
 */
#pragma once

#include "heddle/cc/cc_scan.h"

/* Notes what a whole option such as -fsanitize=thread,undefined turns on or off. */
void hd_cc_sanitize_on(struct hd_cc_scan *scan, const char *option);
void hd_cc_sanitize_off(struct hd_cc_scan *scan, const char *option);
