/* SPDX-License-Identifier: Apache-2.0
 *
 * Memory that the program shares between its processes: Heddle chooses an address for it that is free in all
 * of them, because any of them looks at the objects in it. See common/team_memory.h. */
#pragma once

#include <stddef.h>
#include <sys/types.h>

/* As mmap() for memory that processes share, at an address that it has in all of them. */
void *hd_team_map(size_t size, int protection, int flags, int fd, off_t offset);
/* The same as shmat(). */
void *hd_team_attach(int id, size_t size, int flags);
/* The program has mapped such memory where it wanted it to be. */
void hd_team_mapped(void *at, size_t size);
