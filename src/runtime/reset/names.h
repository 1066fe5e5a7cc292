/* SPDX-License-Identifier: Apache-2.0
 *
 * Names outside of the process that all runs of the program use alike: of files that it makes, empties or
 * removes, and of ports. Two runs at the same time would disturb each other by them, so only one worker goes
 * on when a run has used one (control.c). */
#pragma once

#include <stdbool.h>
#include <sys/socket.h>

/* The program has made, emptied or removed what has this name, or has tried to. Leaves errno alone. */
void hd_name_used(const char *path);
/* It has opened the file, or tried to, with these flags of open(). */
void hd_name_opened(int fd, const char *path, int flags);
/* It has bound a socket to this address, or tried to. */
void hd_name_bound(const struct sockaddr *address, socklen_t size);
/* libc has made this name up: no other run has it, nor what is in the folder of this name. */
void hd_name_unique(const char *path);
