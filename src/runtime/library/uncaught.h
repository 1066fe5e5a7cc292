/* SPDX-License-Identifier: Apache-2.0
 *
 * What is known of a C++ exception that no handler caught, or of another call of std::terminate(). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct hd_uncaught {
	const char *type; /* of the exception, as the source has it; NULL: there is none */
	bool by_library; /* the C++ library ends the program, and not a function that handles the exception */
	uint32_t site;	 /* where it was thrown, or std::terminate() called; HD_NO_SITE: not known */
};

/* To be asked by the thread that is about to abort; `site` is where abort() was called. */
struct hd_uncaught hd_uncaught(uint32_t site);
