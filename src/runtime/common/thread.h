/* SPDX-License-Identifier: Apache-2.0
 *
 * A thread of the program under test: a fiber on the process's only running kernel thread, with a stack
 * of its own and the TLS of a parked real thread (its slot). */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/capacity.h"
#include "model/event.h"

#define HD_NO_DEADLINE UINT64_MAX
#define HD_CALLS_MAX   HD_MAX_CALLS /* remembered frames of the call stack */

struct hd_thread;
struct hd_look;

/* May the thread's pending operation (t->op) be performed now? NULL means always. It looks at the
 * object at t->op.addr and must not change anything. */
typedef bool (*hd_can)(const struct hd_thread *t);

enum hd_wake {
	HD_WAKE_OK,	  /* the operation may be performed                              */
	HD_WAKE_TIMEOUT,  /* the deadline passed first                                   */
	HD_WAKE_SPURIOUS, /* only for waits that allow it                                */
	HD_WAKE_CANCEL,	  /* only for waits that are cancellation points: act on it now  */
	HD_WAKE_SIGNAL	  /* only for waits that a signal interrupts: its handler has run */
};

enum hd_life { HD_LIFE_NONE, HD_LIFE_ALIVE, HD_LIFE_DEAD };

struct hd_held { /* a lock that the thread holds */
	uint64_t addr;
	uint32_t site; /* where it was acquired */
	uint8_t kind;  /* HD_LOCK, HD_RDLOCK, HD_WRLOCK, HD_SPINLOCK */
};

#define HD_SPIN_READS 8

struct hd_spin_read { /* what a thread that spins has read */
	uintptr_t addr;
	uint64_t value;
	size_t size;
};

struct hd_call {
	uintptr_t pc;	/* where the function was called from */
	uintptr_t code; /* in the function itself */
	uintptr_t sp;	/* shows which frames longjmp left behind */
	bool foreign;	/* called by a library that was not rebuilt: see foreign.h */
	uint32_t chain; /* the call stack up to here: see stack_ids.h; 0: not numbered yet */
};

struct hd_thread {
	/* fiber */
	void *sp;     /* saved stack pointer while it does not run                    */
	uintptr_t fs; /* FS base: its TLS and pthread_t                               */
	char *stack_lo, *stack_hi;
	uintptr_t min_sp; /* lowest stack pointer seen in this run                        */
	uint16_t slot;	  /* which parked thread it borrows; 0 is the main thread         */
	hd_tid id;
	uint16_t process; /* see team.h */

	/* scheduling */
	uint8_t life;		     /* enum hd_life                                                 */
	bool ready;		     /* it is in the ready set                                       */
	bool yielded;		     /* it let other threads run first, and none has run yet         */
	bool quiet;		     /* … because it came to no scheduling point for long            */
	bool may_cancel;	     /* the pending wait is a cancellation point                     */
	bool may_spurious;	     /* the pending wait may end for no reason                       */
	bool may_end_early;	     /* … by its deadline while other threads can run: see early_end.h */
	bool attention;		     /* look at signals and cancellation after each operation        */
	uint8_t wake;		     /* enum hd_wake: how the pending wait ended                     */
	uint8_t found;		     /* how its own process has found that it may end: see team.h     */
	struct hd_op op;	     /* the pending operation                                        */
	hd_can can;		     /* predicate of the pending operation                           */
	struct hd_look *look;	     /* the descriptors that the pending wait is for: see outside.h     */
	uint64_t deadline;	     /* virtual nanoseconds, HD_NO_DEADLINE: none                    */
	uint64_t due;		     /* … and real ones, beside children that go on natively         */
	hd_tid wait_next, wait_prev; /* others pending on an object of the same hash bucket   */
	bool in_bucket;
	uint32_t idle;	  /* steps since anything changed                                 */
	uint32_t repeats; /* how often it came back to the operation spin_mark since then  */
	uint64_t spin_mark, seen_progress;
	uint32_t vain_looks;	/* time-outs of 0 that passed one right after the other         */
	uint64_t vain_mark;	/* how far the run was at the last one                          */
	uint32_t looks;		/* how often its own state was looked at since then: see standstill.h …  */
	uint32_t standstills;	/* … and was one in which it had been before                     */
	uint64_t spun_state;	/* its own state when it was last interrupted while it spun unseen       */
	uint64_t patient_until; /* it spins: other threads run first until this step … */
	uint32_t patience;	/* … which is so many steps away; more each time */
	uint64_t left_at;	/* the visit at which another thread was chosen instead of it          */
	uint8_t
	    passed_over; /* looks (fairness.c) at which it was ready and had not run since the one before */
	bool in_library; /* it uses a member on behalf of a library's function (member.h): its own state says
			  * nothing about how far that has come */
	bool waits;	 /* … or until one of its reads would find another value */
	bool observed;	 /* each of its accesses is looked at: see spin_probe.h */
	bool forgiven;	 /* it has failed to exchange, and may write down again what it expects */
	bool again;	 /* it comes back to an operation at which it was                */
	uint8_t nreads;
	uint32_t vain;	       /* reads that found what they had found before                   */
	uint32_t observations; /* accesses looked at in this way                                */
	uint64_t visited;      /* hd_leading.visits when its turn or its pending operation began         */
	uint64_t probed;       /* run.progress when its turn began, or when it was looked at last */
	struct hd_spin_read reads[HD_SPIN_READS];

	/* life */
	void *(*start)(void *);
	void *arg, *result;
	bool detached;
	bool explicit_sched;	       /* its attributes brought a policy or priority of their own          */
	size_t guard_size, stack_size; /* as asked for: what pthread_getattr_np() tells           */
	hd_tid joiner;		       /* the thread that joins it, HD_NO_TID: none                    */
	hd_tid parent;
	uint32_t create_site;
	char name[16];

	/* condition variables: see sync_cond.c */
	uint64_t cond_mutex; /* the mutex to take again                                      */
	bool signalled;

	/* cancellation: see wrap_cancel.c */
	bool cancel_pending, cancel_disabled, cancel_async, exiting;
	void *cleanup; /* chain of registered cleanup buffers                          */

	/* signals: see signals.h */
	uint64_t sigmask, sigpending; /* bit n-1 is signal n                                          */
	uint64_t sigmask_saved;	      /* the mask after a wait that brings one of its own             */
	uint64_t sigwait;	      /* what it waits for in sigwait                                 */
	bool sigmask_lent;	      /* such a wait is under way                                     */
	bool signal_due;	      /* a signal is pending that it does not block                   */
	uint8_t signal_delay;	      /* for how many operations it was put off                       */
	bool signal_restart;	      /* what interrupted the last wait has SA_RESTART                */
	uint16_t accessor;	      /* its number for accesses: its id, or another in its handlers  */
	bool in_foreign; /* it has called a library that was not rebuilt, or comes from one: see foreign.h */
	struct hd_frame *frame; /* handlers under way, innermost first                          */
	char *altstack;		/* NULL: none                                                   */
	size_t altstack_size;
	int altstack_flags;
	uintptr_t syscall_pc; /* where the system call under way came from: see syscall_model.h */

	/* locks held, in order of acquisition */
	struct hd_held *held;
	unsigned nheld, held_cap;

	uint64_t cpu; /* processor time of its turns that are over: see cpu_time.h */
	/* what the program asked the analyses not to look at, how often: see annotate.h */
	uint16_t ignores_accesses, ignores_order;

	/* call stack as function entry and exit tell it */
	uint32_t depth; /* may exceed HD_CALLS_MAX: deeper frames are not remembered    */
	struct hd_call *calls;
};
