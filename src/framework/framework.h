/* SPDX-License-Identifier: Apache-2.0
 *
 * Test frameworks: how their programs are recognised, and how their output is read. One file each, one table
 * of all. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "framework/failed_test.h"
#include "framework/lines.h"
#include "framework/names.h"

/* How the tests of a program are listed, and how one of them is run alone. */
struct hd_test_listing {
	const char *arg;      /* makes the program print a list, or NULL: none is needed */
	const char *variable; /* "NAME=VALUE" that does, or NULL */
	void (*read)(const struct hd_lines *output, struct hd_names *names);
	/* The argument that selects a test; or the variable, "NAME=VALUE". To be freed. */
	char *(*select)(const char *name);
	bool selects_by_variable;
};

struct hd_framework {
	const char *name;
	/* Programs that use it have one of these in their file: a function that they call, or a string. */
	const char *marks[3];
	/* "NAME=VALUE": without these variables it does what Heddle does better. NULL: none. */
	const char *setting;
	/* Name, file, line and text of the first test that failed, or the name of a test that did not come to
	 * its end. False: the output is not of this framework, or no test failed. */
	bool (*find_failed)(const struct hd_lines *output, bool ended, struct hd_failed_test *t);
	struct hd_test_listing listing; /* `read` is NULL: its tests cannot be run alone */
};

extern const struct hd_framework hd_framework_gtest, hd_framework_catch2, hd_framework_doctest,
    hd_framework_boost, hd_framework_cmocka, hd_framework_check;

/* Number i, or NULL: there are no more. */
const struct hd_framework *hd_framework_at(size_t i);
/* The one that the program in this file uses, or NULL. */
const struct hd_framework *hd_framework_of(const char *path);
/* Set its variables, unless the user has. */
void hd_framework_set_up(const struct hd_framework *f);
