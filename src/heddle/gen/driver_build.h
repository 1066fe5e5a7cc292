/* SPDX-License-Identifier: Apache-2.0
 *
 * The driver of a library: its stubs, the interpreter, and the library's own sources, compiled once. */
#pragma once

#include "gen/model/model.h"

struct hd_build_words { /* the words after -- */
	char *const *words;
	size_t n;
};

/* Write the driver's sources into a folder that is there, and compile them to FOLDER/driver. 0,
 * HD_EXIT_TROUBLE after a sentence, or HD_COMMAND_STOPPED. */
int hd_driver_build(const struct hd_model *m, const struct hd_build_words *words, const char *folder);
/* Compile one test to FOLDER/test, from FOLDER/test.c. */
int hd_test_build(const struct hd_build_words *words, const char *folder);
