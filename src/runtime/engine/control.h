/* SPDX-License-Identifier: Apache-2.0
 *
 * The control loop: takes run after run, carries each out (run.h), tells the controller, and puts everything
 * back. It lives on a stack of its own that no reset touches. */
#pragma once

#include <stdint.h>

/* Prepare everything and run main again and again, on the main stack from main_sp down to stack_limit. Never
 * returns. */
_Noreturn void hd_control_start(int (*main_function)(int, char **, char **), int argc, char **argv,
				uintptr_t main_sp, uintptr_t stack_limit);
