/* SPDX-License-Identifier: Apache-2.0
 *
 * From what a program has printed to the test that failed. */
#pragma once

#include "framework/failed_test.h"

/* The first test that failed, of a program that `ended` by itself; the one that was running, of any other.
 * False: this is not the output of a known framework, or there is no such test. */
bool hd_failed_test_find(struct hd_failed_test *t, const char *output, size_t size, bool ended);
