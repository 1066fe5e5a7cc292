/* SPDX-License-Identifier: Apache-2.0
 *
 * A strategy decides which thread goes next. It is an oracle with few questions:
 *
 *   claim   of systematic strategies, before begin: what is to be explored next. The workers share the search
 *           by run->frontier. HD_CLAIM_LATER: other workers explore what is left; ask again in a moment.
 *           NULL: there is always something.
 *   park    of those that have claim: the worker leaves; what it has not explored goes to the frontier.
 *           False: ask again in a moment. The controller process calls it, too.
 *   renew   of those that have claim: another program is to be explored from now on, by this worker alone.
 *           NULL: not possible.
 *   begin   once before each run; returns false when it has nothing left to explore ("exhausted"), which one
 *           with claim has said before.
 *   pick    at each scheduling point; returns a member of c->ready, or HD_NO_TID if it cannot go on
 *           (only `replay` does that: the run has diverged), or HD_ASK_AGAIN (see hd_facts), or HD_ENOUGH:
 *           the rest of this run would show nothing that other runs do not.
 *   value   a data choice (which waiter a signal wakes, whether a wakeup is spurious, …) below bound.
 *   saw     after an operation was chosen and just before it is performed; never for forced silence:
 *           every step of every thread is reported, in order. May be NULL.
 *   born    thread `child` was created by `parent` (HD_NO_TID for main); its first pending operation
 *           is START. Called before any other question about the child. May be NULL.
 *   end     the run is over; learn from it. May be NULL.
 *   reached the run has got to its aim. NULL: the analyses see that, or the strategy is not for aims.
 *   orders  which operations of different threads came before which; called by the controller, too.
 *   proof   what has been tried completely so far; NULL: a strategy that never says so. The controller
 *           process calls it, too.
 *   decided how many of its decisions the run under way has behind it, and the decision to begin it is the
 *           first of them; NULL: it has no backtracking points.
 *   keeps   after begin: with how many decisions of the run before the coming run begins, unchanged; 0: it
 *           begins another search, in which even what is no decision may go another way.
 *
 * A run that begins as the run before may begin at a backtracking point, in the middle: the decisions
 * before the point are not asked for again, and `of_run`, the part of the state that belongs to the run under
 * way, is put back to what it was there.
 *
 * State: `size` bytes, zeroed once before the first run of a worker and kept for all its runs, also
 * across processes. So it holds no pointers (but for what begin() sets anew, as replay does). A strategy
 * keeps no globals, allocates nothing, does no I/O and takes all randomness from c->rng and run->rng: the
 * same seed and program give the same run. Scheduling points are numbered from 0 in each run (c->step);
 * threads in order of creation.
 *
 * To add one: write src/strategy/NAME.c with a `const struct hd_strategy_ops hd_strategy_NAME`, and add
 * a line to strategies.def. docs/adding-a-strategy.md has a worked example. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"
#include "model/aim.h"
#include "model/event.h"
#include "model/gap.h"
#include "model/guide.h"
#include "model/outcome.h"
#include "model/plan.h"
#include "model/step.h"

/* What a strategy may ask the scheduler about the few live threads whose next operation is of interest. */
struct hd_facts {
	uint64_t (*context)(hd_tid t);		/* a hash of its call stack, the same in each run */
	bool (*holds)(hd_tid t, uint32_t site); /* a lock that it acquired at this site */
	uint64_t (*mutex)(hd_tid t);		/* which its COND_WAIT will give back; 0: there is none */
	/* It is about to arrive at a barrier: the barrier lacks so many threads, this one included; 0: that
	 * is not known. */
	unsigned (*missing)(hd_tid t);
	/* How often memory or a lock was changed in this run; and a hash of registers and stack of the thread
	 * that made the last step, as they are now (0: they cannot be read). Both or none are there. */
	uint64_t (*changes)(void);
	uint64_t (*state)(hd_tid t);
	/* The strategy holds all ready threads back, but others may wait for input or a signal from outside:
	 * give it some time. True: it made a thread ready, and pick() may return HD_ASK_AGAIN to see it. */
	bool (*outside)(void);
};

#define HD_ASK_AGAIN ((hd_tid)0xfffe)
#define HD_ENOUGH    ((hd_tid)0xfffd)

struct hd_frontier; /* systematic/frontier.h */

struct hd_choice {
	const hd_tid *ready; /* threads that may go, ascending; at least one                     */
	unsigned nready;     /* how many                                                         */
	/* The ready threads and those that yield to them: for strategies that hold all of ready back. */
	const hd_tid *able;
	unsigned nable;
	hd_tid current;		      /* the thread that performed the last step; HD_NO_TID at the start  */
	bool current_ready;	      /* current is in ready: going elsewhere would be a preemption       */
	uint64_t step;		      /* number of this decision within the run                           */
	const struct hd_op *ops;      /* by thread id: what each live thread is about to do               */
	struct hd_rng *rng;	      /* the run's random numbers                                         */
	const struct hd_facts *facts; /* NULL: nothing else is known                                 */
};

struct hd_taught; /* taught.h */

struct hd_run_info { /* what a strategy may know about the run it begins or ends */
	const struct hd_plan *plan;
	struct hd_rng *rng;
	const struct hd_step *script; /* begin: for replay, the steps to follow; else NULL */
	uint64_t nscript;	      /* how many                                                         */
	const struct hd_attempt *attempt; /* begin: where to drive the run; NULL: nowhere                 */
	struct hd_frontier *frontier;	  /* claim, begin: see claim above                                  */
	unsigned worker;		  /* claim: which one asks                                          */
	const struct hd_taught *taught;	  /* begin: what an observed run has taught; NULL: nothing */
	uint64_t points;	 /* begin: sites that are scheduling points because they are shared     */
	uint64_t steps;		 /* end: decisions taken                                             */
	unsigned threads;	 /* end: threads created, main included                              */
	const struct hd_op *ops; /* end: by thread id, what each was about to do; EXIT: it has ended     */
	enum hd_outcome outcome; /* end: how it went                                                 */
	/* claim, begin: what the code tells; NULL: nothing (yet: it may come later). And the place of an
	 * operation, or HD_GUIDE_NOWHERE. */
	const struct hd_guide *guide;
	bool guide_comes;
	uint16_t (*place_at)(uint32_t site, unsigned what);
	uint64_t (*name_of)(uint32_t site); /* claim, begin: a hash that is the same in each process */
	/* claim, begin: plain accesses there are scheduling points in the coming run; NULL: all are */
	bool (*is_point)(uint32_t site);
};

enum hd_claim { HD_CLAIM_OVER, HD_CLAIM_RUN, HD_CLAIM_LATER };

struct hd_proof {
	uint32_t tried;	 /* bounds that are done: all schedules with fewer preemptions (or delays)       */
	bool all;	 /* no bound left anything out: these are all schedules there are               */
	uint32_t limits; /* HD_LIMIT_BIT: which schedules are meant                                     */
	uint32_t gaps;	 /* HD_GAP_BIT: why it is no proof nevertheless                                 */
	double explored; /* share of the search tree that is done, estimated; of one bound if there is one  */
	uint64_t runs;	 /* since the search began with what is known now; 0: not counted              */
	uint64_t traces; /* that these are but for the order of independent steps; 0: not counted      */
	uint64_t repeated; /* runs with fewer preemptions (or delays) than the bound under way: made before */
	uint64_t redundant; /* runs that were equal to others but for the order of independent steps        */
};

struct hd_state_part { /* bytes of a strategy's state */
	size_t at, size;
};

#define HD_RUN_PARTS 2

/* From member `first` on, up to and without member `end`. */
#define HD_STATE_PART(type, first, end)                                                                      \
	{                                                                                                    \
		offsetof(type, first), offsetof(type, end) - offsetof(type, first)                           \
	}

struct hd_orders; /* strategy/systematic/value_orders.h */

struct hd_strategy_ops {
	const char *name;
	const char *other_name; /* which users may say, too; NULL: none */
	const char *help;	/* one line for --help */
	/* What it is and what it needs: outside of this folder nothing else tells strategies apart. */
	bool systematic; /* tries schedules in an order: all runs of a search are alike but for its choices */
	const char *bounds; /* … up to a number (--bound) of these, named in the singular; NULL: no bound */
	bool surveys;	    /* in the first run of a search every access is a scheduling point */
	bool sees_spinning; /* knows itself which threads only spin */
	bool offers_yields; /* threads that yield are offered, too: a yield is a step like others */
	bool follows;	    /* follows the schedule of an earlier run (run->script); users cannot choose it */
	bool repeats;	    /* … step by step: what is outside must do what it did in that run */
	uint32_t aims;	    /* HD_AIM_BIT of each kind of aim that it drives runs to (run->attempt) */
	uint32_t checks;    /* HD_CHECK_*: the analyses that it cannot do without */
	/* The parameter of a run for which the user gave none, from a random number. NULL: it has none. */
	uint32_t (*depth)(uint64_t random);
	size_t size;
	enum hd_claim (*claim)(void *state, const struct hd_run_info *run);
	bool (*park)(void *state, struct hd_frontier *frontier, unsigned worker);
	void (*renew)(void *state, struct hd_frontier *frontier);
	bool (*begin)(void *state, const struct hd_run_info *run);
	hd_tid (*pick)(void *state, const struct hd_choice *c);
	uint64_t (*value)(void *state, struct hd_rng *rng, uint64_t bound);
	void (*saw)(void *state, hd_tid tid, const struct hd_op *op, const struct hd_choice *c);
	void (*born)(void *state, hd_tid child, hd_tid parent, struct hd_rng *rng);
	void (*end)(void *state, const struct hd_run_info *run);
	bool (*reached)(const void *state);
	void (*proof)(const void *state, struct hd_proof *proof);
	const struct hd_orders *(*orders)(
	    const void *state);			   /* that runs have shown; NULL: it does not look */
	struct hd_state_part of_run[HD_RUN_PARTS]; /* those that it does not need are empty */
	uint64_t (*decided)(const void *state);
	uint64_t (*keeps)(const void *state);
};

enum {
#define HD_STRATEGY(id) HD_STRATEGY_##id,
#include "strategy/strategies.def"
#undef HD_STRATEGY
	HD_STRATEGY_COUNT
};

extern const struct hd_strategy_ops *const hd_strategies[HD_STRATEGY_COUNT];

/* The index of the strategy with this name or former name, or -1. "auto" is none of them: see portfolio.h. */
int hd_strategy_named(const char *name);

/* The strategy with this index. Options say -1 for "auto", which needs and promises nothing: all of its
 * members are zero. */
const struct hd_strategy_ops *hd_strategy_at(int index);
/* The index of the strategy that drives runs to aims of this kind; -1: no strategy does. */
int hd_strategy_for_aim(unsigned kind);
/* How often the aim of the run was tried before; 0 for a run without an aim. */
static inline uint32_t hd_run_attempts(const struct hd_run_info *run)
{
	return run->attempt ? run->attempt->number : 0;
}

/* Runs that were cut off, or that went round and round, say nothing about the others. */
static inline bool hd_run_is_typical(enum hd_outcome outcome)
{
	return outcome != HD_OUT_HANG && outcome != HD_OUT_LIVELOCK && outcome != HD_OUT_GROW &&
	       outcome != HD_OUT_STOPPED;
}

/* For depth(): least with probability 1/2, least + 1 with 1/4, …, and most with what is left, because most
 * bugs are shallow. */
uint32_t hd_depth_mostly_small(uint64_t random, uint32_t least, uint32_t most);

/* value() for strategies with no opinion: uniform. */
uint64_t hd_value_uniform(void *state, struct hd_rng *rng, uint64_t bound);

/* How many bytes hold the state of any strategy: each has its own slot, 64-byte aligned. */
size_t hd_strategy_state_size(void);
/* Where the slot of strategy `index` starts. */
size_t hd_strategy_state_offset(unsigned index);
