/* SPDX-License-Identifier: Apache-2.0
 *
 * What the engine calls in the rooms above it, which it does not include: one table of functions. All are
 * filled in by src/runtime/rooms.c; the name in brackets is the room that does the work. */
#pragma once

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/event.h"
#include "model/outcome.h"
#include "model/plan.h"
#include "runtime/common/thread.h"
#include "wire/wire.h"

struct hd_attempt;
struct hd_wait;

struct hd_hooks {
	/* ---- a controlled process, see control.c ---- */

	void (*process_starts)(void);	   /* before constructors of the program run [library] */
	void (*process_prepares)(void);	   /* before main, before the snapshot [each room that allocates] */
	void (*process_before_main)(void); /* the last moment before the snapshot [each room that looks] */
	void (*stays_open)(int fd);	   /* a descriptor of the runtime's own, opened after that [reset] */
	void (*main_returned)(int status, uint32_t site); /* does not return [library] */

	/* ---- a run, see run.c and control.c ---- */

	int (*run_driven)(void); /* `auto`: the strategy for an aim of the next run; -1: none [aim] */
	/* What the run is to bring about; NULL: nothing [aim, observe]. */
	const struct hd_attempt *(*run_aims)(uint64_t number, struct hd_plan *plan);
	void (*run_begins)(void);      /* there is no thread yet [each room with state of a run] */
	void (*run_begun)(void);       /* thread 0 is set up [signals] */
	void (*run_has_choices)(void); /* its second thread begins [access] */
	void (*run_grows_large)(void); /* see HD_LARGE [access] */
	/* All threads seem to spin, but their work may not be heard: now it is [access]. */
	bool (*run_reveals_work)(void);
	void (*run_goes_on)(
	    void); /* now and then while a run of many steps or accesses goes on [access, observe] */
	void (*run_leaves)(void);	   /* on the fiber that ends the run [access, process] */
	void (*run_is_over)(void);	   /* back in the control loop [syscall, observe, aim, access] */
	void (*run_ended)(void);	   /* after the strategy was told [aim, observe] */
	void (*run_tidies)(void);	   /* after each run, in the process that started it [ipc] */
	enum hd_taint (*run_resets)(void); /* put the kernel's state back; what cannot be put back [reset] */

	/* ---- backtracking points, see backtrack.c ---- */

	/* What this run has done so far can be put back: it is all memory, and no other process has a part in
	 * it [reset, access, ipc, sync]. */
	bool (*run_can_be_put_back)(void);
	uint32_t (*point_marks)(void); /* what is learnt from now on can be undone [access] */
	void (*point_returns)(
	    uint32_t mark);	       /* … and is now, because a run begins here [access, reset, sync] */
	void (*points_are_gone)(void); /* nothing will have to be undone [access] */

	/* ---- start points, see start_point.c ---- */

	void (*prefix_begins)(void); /* of a run that may become a start point [reset] */
	/* The same as run_can_be_put_back, before there is a second thread; files may have been read [reset,
	 * …]. */
	bool (*prefix_can_be_put_back)(void);
	bool (*prefix_was_checked)(void);  /* … and each access was checked [access] */
	bool (*run_checks_all)(void);	   /* the run that begins is one that does [access] */
	bool (*feed_can_begin_late)(void); /* analyses need not be told what comes before [observe] */
	void (*start_point_is_back)(void); /* the memory of a start point was put back [traps] */
	void (*start_point_begins)(void);  /* a run begins there [reset, access, sync, traps, observe] */

	/* ---- a run in a forked process, see control.c ---- */

	void (*fork_begins)(void);     /* in the new process [syscall] */
	void (*fork_is_awaited)(void); /* in the process that has forked it [signals] */
	void (*fork_is_gone)(void);    /* … when it has ended [reset] */
	void (*fork_died)(void);       /* … without an outcome [aim, observe] */

	/* ---- steps, see sched.c ---- */

	/* In a watched run: thread t is about to perform op [observe, access]. */
	void (*step)(hd_tid t, const struct hd_op *op);

	/* ---- threads, see threads.c ---- */

	/* The start function of the running thread has returned. Does not return [threads]. */
	void (*thread_returned)(void *result);
	/* The running thread was cancelled, and acts on it. Does not return [threads]. */
	void (*thread_cancelled)(void);
	/* In a watched run [observe]. */
	void (*thread_begins)(void); /* a thread is about to begin [access] */
	void (*thread_created)(const struct hd_thread *child);
	void (*lock_taken)(const struct hd_thread *t, uint64_t lock, bool shared);
	void (*lock_released)(const struct hd_thread *t, uint64_t lock, bool shared);
	/* Forget what was learnt of this memory: the next thread uses it [access], and tell the analyses that
	 * it is new [observe]. */
	void (*memory_forgotten)(uintptr_t at, size_t size);
	void (*memory_is_new)(uintptr_t at, size_t size);

	/* ---- signals [signals]; see signals.h for each ---- */

	bool (*signals_arrive)(void);
	bool (*signals_may_come)(void);
	bool (*signals_at_point)(struct hd_thread *t);
	bool (*signals_at_wait)(struct hd_thread *t, struct hd_wait *w, enum hd_wake wake);
	bool (*signals_possible)(const struct hd_thread *t);
	struct hd_wait *(*interrupted_wait)(const struct hd_thread *t, uint64_t addr,
					    enum hd_event_kind kind);
	/* A fatal signal that the runtime caused itself, in order to see a system call or an instruction.
	 * True: it has dealt with it [syscall]. */
	bool (*trap_caught)(const siginfo_t *info, void *context);
	/* A thread must not be interrupted there: it is libc's code or the kernel's [syscall]. */
	bool (*is_system_code)(uintptr_t pc);

	/* ---- several processes in one run [process]; see team.h for each ---- */

	void (*team_hands_over)(void);
	void (*team_looks)(bool all);
	bool (*team_is_done)(void);
	void (*team_leaves)(int code, int status);
	void (*team_killed)(int signal);
	bool (*children_live)(void); /* children that go on natively */

	/* ---- what a strategy asks, see sched.c ---- */

	unsigned (*barrier_missing)(const struct hd_op *arrival); /* see hd_facts [sync] */

	/* ---- what a report says, see failure.c ---- */

	hd_tid (*object_owner)(const struct hd_op *op);			      /* [sync] */
	bool (*lost_signal)(uint64_t condition, uint32_t *signal_site);	      /* [sync] */
	bool (*describe_channel)(uint64_t addr, struct hd_wire_place *place); /* [io] */
};

extern const struct hd_hooks hd_hooks;
