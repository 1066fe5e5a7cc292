/* SPDX-License-Identifier: Apache-2.0
 *
 * /dev/random and /dev/urandom: the same sequence as getrandom(). */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

bool hd_is_random_device(const struct stat *st);
/* fopen() of a path by code at pc: a stream, or NULL when the path is none of these devices, or libc's own
 * stream will do. */
FILE *hd_random_stream(const char *path, const char *mode, uintptr_t pc);
