/* SPDX-License-Identifier: Apache-2.0
 *
 * Whose code a place is in: what libraries and test frameworks do inside tells little about a failure of the
 * program, so stacks leave it out and tables fold it. */
#pragma once

#include "report/report.h"

enum hd_origin {
	HD_ORIGIN_PROGRAM,   /* the program's own source */
	HD_ORIGIN_UNKNOWN,   /* no source is known, and the module is none that is known */
	HD_ORIGIN_FRAMEWORK, /* GoogleTest, Catch2, doctest, Boost.Test, cmocka, Check */
	HD_ORIGIN_CXX,	     /* the C++ library */
	HD_ORIGIN_ALLOCATOR, /* an allocator in place of the C library's */
	HD_ORIGIN_SYSTEM     /* the C library, and what else is below /usr */
};

enum hd_origin hd_origin_of(const struct hd_location *l);
/* "in the C++ library", …; NULL for the first two. */
const char *hd_origin_text(enum hd_origin origin);
