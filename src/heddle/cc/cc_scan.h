/* SPDX-License-Identifier: Apache-2.0
 * Reads a compiler's command line, response files expanded, far enough to know what it asks for: what the
 * inputs are, whether it ends in a link, and whether it asks for something that cannot work.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "heddle/cc/cc_sanitizer.h"
#include "heddle/cc/cc_words.h"

struct hd_cc_scan {
	bool inputs;	   /* there is something to compile or to link; without it we change nothing   */
	bool sources;	   /* … of a language that gets instrumented                                   */
	bool headers;	   /* … and that may include some                                              */
	bool linkable;	   /* … that would be part of a link: anything but headers                     */
	bool stops_early;  /* -c, -S, -E, -M, … : the linker is not reached                            */
	bool relocatable;  /* -r: the linker joins objects, and libraries have no place in the result  */
	bool shared;	   /* -shared                                                                  */
	bool without_libs; /* -nostdlib or its like                                                    */
	bool names_libc;   /* -lc is given, as build tools do that use -nostdlib and add all by hand   */
	size_t end_of_options; /* index of `--`, or the number of words                                  */

	struct hd_cc_sanitizers sanitizers;

	/* Asked for, impossible: the option as it was written, NULL if absent. Not all matter for all
	 * commands. */
	const char *static_link;
	const char *other_machine;
};

void hd_cc_scan(struct hd_cc_scan *scan, const struct hd_words *words);

/* Whether the command ends in a link that makes a program or a shared library. */
bool hd_cc_links(const struct hd_cc_scan *scan);

/* Whether that link is of a thing that lives without the C library, such as a kernel or firmware. */
bool hd_cc_freestanding(const struct hd_cc_scan *scan);

/* Why the command cannot work, as a sentence written to reason; false if it can. */
bool hd_cc_refused(const struct hd_cc_scan *scan, char *reason, size_t size);

/* Whether code for this target ("x86_64-linux-gnu") can run under Heddle. */
bool hd_cc_target_fits(const char *target);
