/* SPDX-License-Identifier: Apache-2.0
 *
 * Locks on parts of files. */
#pragma once

#include <fcntl.h>
#include <stdint.h>

/* fcntl() with F_SETLK, F_SETLKW, F_OFD_SETLK or F_OFD_SETLKW. */
int hd_lock_part(int fd, int command, struct flock *part, uint32_t site);
