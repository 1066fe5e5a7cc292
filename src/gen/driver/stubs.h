/* SPDX-License-Identifier: Apache-2.0
 *
 * What the stubs, which are written anew for each library, give the interpreter. */
#pragma once

#include <stdint.h>

union gen_value {
	int64_t number;
	double real;
	void *pointer;
};

enum gen_result { GEN_RESULT_NONE, GEN_RESULT_NUMBER, GEN_RESULT_REAL, GEN_RESULT_TEXT, GEN_RESULT_POINTER };

struct gen_function {
	void (*stub)(const union gen_value *arguments, union gen_value *result);
	int result; /* enum gen_result */
};

extern const struct gen_function gen_functions[];
extern const char *const gen_texts[];
extern void *const gen_callbacks[];
extern int gen_tokens[];
