/* SPDX-License-Identifier: Apache-2.0
 *
 * epoll. The instance is the kernel's own, and so are its rules for edges, one-shot members and the order of
 * events: it can be polled itself, so waiting for it is waiting for a descriptor. Here stands what else must
 * be known: who the members are, because an instance is as far away as the farthest of them, and because what
 * an instance with somebody outside in it reported is recorded. */
#pragma once

#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>

/* The descriptor is a new instance; -1 is none. */
void hd_epoll_made(int fd);
/* The descriptor is an instance that was made before main, and this is in it. */
void hd_epoll_adopt(int fd);
void hd_epoll_note(int ep, int fd, const struct epoll_event *event);
int hd_epoll_ctl(int ep, int op, int fd, struct epoll_event *event, uint32_t site);
/* As epoll_pwait2() until a virtual time. */
int hd_epoll_wait(int ep, struct epoll_event *events, int max, uint64_t deadline, const sigset_t *mask,
		  uint32_t site);
