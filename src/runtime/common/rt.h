/* SPDX-License-Identifier: Apache-2.0
 *
 * The runtime's own state. It lives in mappings that no reset touches: hd_rt is set up once for a
 * process, hd_rt.run anew for each run. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/assert.h"
#include "base/own.h"
#include "base/rng.h"
#include "model/event.h"
#include "runtime/arch/addresses.h"
#include "runtime/arch/kernel_call.h"
#include "runtime/common/format.h"
#include "runtime/common/thread.h"
#include "wire/wire.h"

#define HD_EXPORT __attribute__((visibility("default")))

enum hd_mode {
	HD_MODE_UNKNOWN, /* the environment was not read yet */
	HD_MODE_NATIVE,	 /* started without heddle           */
	HD_MODE_CONTROL, /* started by heddle                */
	HD_MODE_CHILD	 /* a child of a program that heddle started; goes on natively */
};

struct hd_run {
	bool watched;		 /* analyses look at the run: see analysis_feed.h                 */
	bool watches_accesses;	 /* … also at accesses                                        */
	bool tells_stack_writes; /* the strategy looks for threads that change nothing but their own stacks */
	bool slow_accesses;	 /* each access takes the slow way, because of one of these   */
	bool watches_all;	 /* … and at each single one, also at sites that rest             */
	bool multi;		 /* more than one thread is alive, or signals may come: there are choices */
	bool had_choices;	 /* … or there were some: accesses matter                       */
	bool large;		 /* it has made many accesses: see sample.h                   */
	bool async;		 /* a signal may come at any time, also to a thread that is alone */
	hd_tid current;		 /* the running thread                                         */
	uint16_t accessor;	 /* the same, or a number above all thread ids in a signal handler */
	struct hd_thread *self;	 /* the running thread                                         */
	uint64_t accesses;	 /* made since there is more than one thread                    */
	uint64_t quiet_until;	 /* at this many accesses the running thread is looked at: see spin_probe.h */
	uint64_t quiet_at;	 /* … and at this many other threads get a turn; steps move both */
	uint64_t progress;	 /* counts the changes that a spinning thread could be waiting for */
	uint64_t stack_writes;	 /* … of those a thread's writes to its own stack, if tells_stack_writes */
	uint64_t activity;	 /* counts locks taken and released: no progress, but no standstill */
	volatile bool overdue;	 /* the controller wants the run to end                       */
	volatile bool behind;	 /* more was computed than virtual time says: see spin.h           */
	volatile uint64_t worked; /* nanoseconds of processor time, about                      */
	volatile bool urgent;	  /* … or a signal came from outside: look before the next step    */
	bool teaches;		  /* it is observed for strategies of later runs: see taught.h   */
	bool changes_files;	  /* a file was opened or closed while other threads were alive … */
	bool shares_files;	  /* … and several threads used descriptors then: see io.h */
	uint16_t file_user;	  /* … the first of them, plus one; 0: none yet */
	bool ends_at_race;	  /* the race that the run is driven to is a failure             */
	bool exiting;		  /* exit() was called                                          */
	bool shares;		  /* it has children that go on natively: see pshared.h         */
	bool is_leader;		  /* the program has made a group or session of its own           */
	bool wants_fork;	  /* it ended in order to begin anew in a forked process          */
	unsigned processes;	  /* under control, with those that have ended; 0: it is alone: see team.h */
	unsigned nthreads;	  /* created so far; ids 0 … nthreads-1                         */
	unsigned nlive;
	uint64_t steps, switches;
	uint64_t skipped;    /* visits of sampled sites that were no steps; see sample.h           */
	uint64_t step_limit; /* a run with this many steps fails as a hang                    */
	uint64_t hash;
	uint64_t vtime;		/* virtual nanoseconds since the start                        */
	uint64_t idle_time;	/* of them: no thread ran, time jumped                        */
	uint64_t cpu_mark;	/* processor time of the run when the running thread began its turn */
	uint32_t spurious_left; /* wakeups for no reason that may still happen               */
	uint32_t taint;		/* bit set of 1 << enum hd_taint                              */
	uint32_t epoch;		/* number of the run in this process                          */
	uint32_t share_epoch;	/* stamps what is known of locations: it grows within the run           */
	uint32_t
	    share_since; /* … and stamps from this one on count: the same as epoch, or anew after a join */
	unsigned unjoined;     /* threads that no thread has joined                            */
	uint64_t point_step;   /* from this step on, or this many accesses, a backtracking point …  */
	uint64_t point_access; /* … may be worth its price: see backtrack.h                      */
	struct hd_rng rng;
	struct hd_plan plan;
};

#define HD_PROBE_AFTER 256    /* accesses without a scheduling point, after which a thread is looked at */
#define HD_QUIET_MAX   100000 /* accesses without a scheduling point, after which other threads get a turn */
#define HD_LARGE       (1u << 17) /* accesses that make a run large: see sample.h */
#define HD_OWN_PAGE    HD_PAGE

struct hd_rt {				/* on pages of its own: see team.h */
	_Alignas(HD_OWN_PAGE) int mode; /* enum hd_mode                                   */
	unsigned reset;			/* enum hd_reset in use                                       */
	struct hd_wire *wire;
	struct hd_wire_worker *slot;
	int control_fd;
	struct hd_run run;
};

extern HD_OWN struct hd_rt hd_rt;

/* A run is under way and this process carries it out. On a page of its own that the kernel clears in each
 * forked copy of the process, so that a child goes on natively from its first instruction. */
struct hd_live {
	_Alignas(HD_OWN_PAGE) bool active;
	bool looks; /* … and accesses are looked at in the usual way: see hd_look_at_accesses() */
};
extern HD_OWN struct hd_live hd_live;

/* From now on analyses look at accesses, or do not. */
static inline void hd_watch_accesses(bool on)
{
	hd_rt.run.watches_accesses = on;
	hd_rt.run.slow_accesses = on || hd_rt.run.tells_stack_writes;
}

/* The running thread has come to a scheduling point. */
static inline void hd_not_quiet(void)
{
	hd_rt.run.quiet_until = hd_rt.run.accesses + HD_PROBE_AFTER;
	hd_rt.run.quiet_at = hd_rt.run.accesses + HD_QUIET_MAX;
}

/* Bring hd_live.looks up to date. Call it when one of the values below has changed. */
static inline void hd_look_at_accesses(void)
{
	hd_live.looks = hd_live.active && hd_rt.run.had_choices && !hd_rt.run.watches_all;
}

/* Look at the environment: sets hd_rt.mode. Safe at any time, also before constructors. */
void hd_rt_init(void);

/* Analyses look at the run. */
static inline bool hd_watched(void)
{
	return __builtin_expect(hd_rt.run.watched, 0);
}

/* heddle started this process. The first call, perhaps from a constructor, reads the environment. */
static inline bool hd_is_under_test(void)
{
	if (__builtin_expect(hd_rt.mode == HD_MODE_UNKNOWN, 0))
		hd_rt_init();
	return hd_rt.mode == HD_MODE_CONTROL;
}

static inline bool hd_active(void)
{
	return hd_live.active;
}

/* Memory of the runtime's own, zeroed, never reset, never freed. hd_keep_alloc() shares the memory with
 * forked runs, for what they learn. Memory of hd_own_alloc() is this process's own: a forked run starts with
 * a copy, and its changes end with it. hd_aside_alloc() is the same for what need not be the same when a run
 * begins at a backtracking point: the analyses' own. */
void *hd_keep_alloc(size_t size);
void *hd_own_alloc(size_t size);
void *hd_aside_alloc(size_t size);
/* All memory of hd_own_alloc() or hd_aside_alloc(), of which a part may be free; NULL: there is none yet. */
void *hd_own_memory(size_t *size);
void *hd_aside_memory(size_t *size);
/* How much of hd_own_memory() is in use, from its beginning on. */
size_t hd_own_used(void);
/* The address lies in memory of hd_keep_alloc(). */
bool hd_keeps(uintptr_t addr);
/* Replace this shared memory by a copy of this process's own. Other processes keep the shared memory. */
void hd_separate(void *at, size_t size);

/* End the process because its environment does not let heddle work (exit status 2 of heddle). */
_Noreturn void hd_refuse(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
