/* SPDX-License-Identifier: Apache-2.0
 *
 * The random numbers that the program asks the system for. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct stat;

/* The next bytes of the sequence. */
void hd_random_fill(void *to, size_t size);

/* The device files for random numbers (wrap_random_device.c): reading from a descriptor gives the same
 * sequence. */
extern const struct hd_file_ops hd_random_ops;
bool hd_is_random_device(const struct stat *st);
/* fopen() of a path by code at pc: a stream, or NULL when the path is none of these devices, or libc's own
 * stream will do. */
FILE *hd_random_stream(const char *path, const char *mode, uintptr_t pc);

/* The next run gets the same numbers again. */
void hd_random_run_begin(void);
