/* SPDX-License-Identifier: Apache-2.0
 *
 * epoll. The instance is the kernel's own, and so are its rules for edges, one-shot members and the order of
 * events: it can be polled itself, so waiting for it is waiting for a descriptor. This file keeps the list of
 * its members, because an instance is as far away as the farthest of them, and because what an instance
 * reports is recorded once one of its members is outside. */
#pragma once

#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>

/* The descriptor is a new instance; -1 is none. */
void hd_epoll_made(int fd);
/* The descriptor is an instance that was made before main; hd_epoll_note() adds a member that it has. */
void hd_epoll_adopt(int fd);
void hd_epoll_note(int ep, int fd, const struct epoll_event *event);
int hd_epoll_ctl(int ep, int op, int fd, struct epoll_event *event, uint32_t site);
/* As epoll_pwait2() until a virtual time. */
int hd_epoll_wait(int ep, struct epoll_event *events, int max, uint64_t deadline, const sigset_t *mask,
		  uint32_t site);
