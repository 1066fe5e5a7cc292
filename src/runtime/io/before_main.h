/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptors that constructors made before main: pipes, event counters, timers and epoll instances, such as
 * those of a global object of C++. before_main_reset.c puts them back. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>

#include "model/capacity.h"

enum hd_before_main_kind {
	HD_BEFORE_MAIN_PIPE,
	HD_BEFORE_MAIN_EVENTFD,
	HD_BEFORE_MAIN_TIMERFD,
	HD_BEFORE_MAIN_EPOLL
};

struct hd_early_file {
	int fd;
	enum hd_before_main_kind kind;
	clockid_t clock;	   /* timers */
	int flags;		   /* timers: of the setting */
	struct itimerspec setting; /* timers */
	uint64_t count;		   /* what could be read: the count, or the number of bytes */
};

struct hd_early_member { /* of an epoll instance */
	int ep, fd;
	struct epoll_event event;
};

struct hd_before_main {
	struct hd_early_file files[HD_MAX_EARLY_FILES];
	unsigned nfiles;
	struct hd_early_member members[HD_MAX_EARLY_WATCHES];
	unsigned nmembers;
};

extern struct hd_before_main hd_before_main;

/* The program runs under control but main has not begun. */
bool hd_is_early(void);

/* A constructor made a descriptor. For a pipe: called for one end after the other. */
void hd_before_main_made(int fd, enum hd_before_main_kind kind);
void hd_before_main_timer_clock(int fd, clockid_t clock);
/* Remember what timerfd_settime() was called with. False: fd is not a timer made before main. */
bool hd_before_main_timer_set(int fd, int flags, const struct itimerspec *setting);
/* Remember what epoll_ctl() was called with. */
void hd_before_main_epoll_ctl(int ep, int op, int fd, const struct epoll_event *event);
/* NULL: the instance did not have this descriptor. */
struct hd_early_member *hd_before_main_member(int ep, int fd);
