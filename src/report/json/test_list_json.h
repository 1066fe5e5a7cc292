/* SPDX-License-Identifier: Apache-2.0
 *
 * The lists of tests that build systems write: `ctest --show-only=json-v1`, and Meson's
 * meson-info/intro-tests.json. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct hd_listed_test {
	char *name;
	char **command; /* n of them, the program first */
	size_t ncommand;
	char **variables; /* "NAME=VALUE" */
	size_t nvariables;
	char *directory; /* or NULL */
	bool fails;	 /* it is expected to */
	bool disabled;
};

struct hd_listed_tests {
	struct hd_listed_test *list;
	size_t n;
};

/* False, with a sentence in *error (static, or to be used at once): this is no such list. */
bool hd_read_ctest_list(const char *text, size_t size, struct hd_listed_tests *tests, const char **error);
bool hd_read_meson_list(const char *text, size_t size, struct hd_listed_tests *tests, const char **error);
void hd_listed_tests_free(struct hd_listed_tests *tests);
