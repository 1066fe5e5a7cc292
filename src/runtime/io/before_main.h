/* SPDX-License-Identifier: Apache-2.0
 *
 * Descriptors that constructors made before main: pipes, event counters, timers and epoll instances, such as
 * those of a global object of C++. The kernel keeps what a run does to them, also in a forked run, so each
 * run begins by putting them back. */
#pragma once

#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>

enum hd_before_main_kind {
	HD_BEFORE_MAIN_PIPE,
	HD_BEFORE_MAIN_EVENTFD,
	HD_BEFORE_MAIN_TIMERFD,
	HD_BEFORE_MAIN_EPOLL
};

/* The program runs under control but main has not begun. */
bool hd_is_early(void);

/* A constructor made a descriptor. For a pipe: called for one end after the other. */
void hd_before_main_made(int fd, enum hd_before_main_kind kind);
void hd_before_main_timer_clock(int fd, clockid_t clock);
/* Remember what timerfd_settime() was called with. False: fd is not a timer made before main. */
bool hd_before_main_timer_set(int fd, int flags, const struct itimerspec *setting);
/* Remember what epoll_ctl() was called with. */
void hd_before_main_epoll_ctl(int ep, int op, int fd, const struct epoll_event *event);

/* What is there just before main is what each run starts with. */
void hd_before_main_snapshot(void);
void hd_before_main_run_begin(void);
