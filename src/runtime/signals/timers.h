/* SPDX-License-Identifier: Apache-2.0
 *
 * Timers that send signals or start threads, on virtual time. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "runtime/engine/vtimer.h"
#include "runtime/engine/event_thread.h"

#define HD_ITIMERS 3 /* real, virtual and profiling time, which all pass alike */

struct hd_timer {
	struct hd_vtimer vtimer; /* first: fire() gets it */
	uint64_t next;		 /* virtual time of the next expiration, while armed      */
	uint64_t interval;	 /* 0: once                                               */
	siginfo_t info;		 /* the signal it sends                                   */
	struct hd_thread *target;
	struct hd_event_thread thread; /* … or the thread that it starts                        */
	uint32_t site;		       /* where it was set                                        */
	clockid_t clock;
	int overrun; /* of the signal that was taken last                       */
	int notify;  /* SIGEV_*                                                 */
	bool used, armed;
	bool waiting; /* it goes on when its signal has been taken                */
};

void hd_timers_run_begin(void);

struct hd_timer *hd_itimer(int which);
/* A timer that was not in use. */
struct hd_timer *hd_timer_new(uint32_t site);
struct hd_timer *hd_timer_by_id(timer_t id);
timer_t hd_timer_id(const struct hd_timer *t);

/* A periodic timer goes off again when a thread has taken its signal: more signals before that would tell the
 * program nothing new. */
void hd_timer_go_on(struct hd_timer *t);
/* A timer's signal was taken, or its action changed: a periodic timer goes on. */
void hd_timers_taken(siginfo_t *info);
void hd_timers_action_changed(int signal);

/* Time until the timer goes off; 0: it is not armed. */
uint64_t hd_timer_left(const struct hd_timer *t);
