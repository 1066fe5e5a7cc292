/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening by name what may block: a FIFO, until its other end is opened too. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* What is there is neither a file nor a folder. */
bool hd_path_may_block(int dir, const char *path);
/* It did not, and was opened as this descriptor. */
void hd_path_opened(int fd);
/* As openat(), for such a path. */
int hd_open(int dir, const char *path, int flags, uint32_t site);
