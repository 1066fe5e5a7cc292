/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening by name what may block: a FIFO, until its other end is opened too. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* A FIFO, or a device such as a terminal, has this path: to open it may block. */
bool hd_path_may_block(int dir, const char *path);
/* The path that was asked about last could not block, and was opened as this descriptor. */
void hd_path_opened(int fd);
/* As openat(), for a path that may block. */
int hd_open(int dir, const char *path, int flags, uint32_t site);
