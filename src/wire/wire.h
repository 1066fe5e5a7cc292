/* SPDX-License-Identifier: Apache-2.0
 *
 * Where controller and runtime meet: one shared memory object (a memfd) that no reset touches. The
 * controller makes it, the program under test maps it at HD_WIRE_ADDRESS. The program under test may
 * scribble over it, so the controller checks every index and count that it reads (wire.c helps).
 *
 * Bump HD_WIRE_VERSION with any change of layout: a runtime refuses another version. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "model/aim.h"
#include "model/capacity.h"
#include "model/division.h"
#include "model/event.h"
#include "model/guide.h"
#include "model/iroot.h"
#include "model/outcome.h"
#include "model/plan.h"
#include "model/sets/inferred.h"
#include "model/sets/layout.h"
#include "model/source.h"
#include "model/step.h"
#include "wire/debug.h"

#define HD_WIRE_MAGIC	0x31656c6464654821ULL
#define HD_WIRE_VERSION 59

/* Fixed addresses: what is kept across processes may then hold addresses into itself, and heap addresses
 * are the same in each process even where address space randomisation cannot be switched off. */
#define HD_WIRE_ADDRESS 0x200000000000UL
#define HD_HEAP_ADDRESS 0x300000000000UL

/* Inherited by the program under test: "<wire fd>:<control fd>:<worker index>". */
#define HD_WIRE_ENV "HEDDLE_WIRE"
/* Makes environments of one size of them all, so that stacks begin at one address. */
#define HD_PAD_ENV "HEDDLE_PAD"

#define HD_MAX_WORKERS	 64
#define HD_MAX_SCHEDULE	 (1u << 25) /* memory is used only for steps that are there */
#define HD_MAX_TRACE	 (1u << 20)
#define HD_PATH_MAX	 512
#define HD_BUILD_ID_MAX	 20
#define HD_NO_SITE	 0u /* site 0 is "unknown" */
#define HD_LEARNING_SIZE (33u << 20)
#define HD_STATE_MAX	 (32u << 20) /* all strategies' state of one worker */
#define HD_TAUGHT_SIZE	 (1u << 19)
#define HD_FRONTIER_SIZE (16u << 20)

enum hd_reset { HD_RESET_AUTO, HD_RESET_PLACE, HD_RESET_FORK, HD_RESET_EXEC };

struct hd_wire_module {
	char path[HD_PATH_MAX]; /* as loaded; the program itself by its real path */
	uint8_t build_id[HD_BUILD_ID_MAX];
	uint32_t build_id_len;	  /* 0: none */
	uint32_t instrumented;	  /* 1: it was built with heddle-cc */
	_Atomic uint32_t entered; /* 1: it was not, and was called while there were choices */
	uint64_t tls_below; /* its thread-local variables begin so many bytes below the thread pointer … */
	uint64_t tls_size;  /* … and take so many; 0: it has none there */
	/* What one process has found out by reading the module's code, for the processes after it: */
	_Atomic uint32_t
	    reads_counter; /* enum hd_wire_known: does it read the processor's counter? (tsc.h)  */
	_Atomic uint32_t unseen_known; /* 1: what synchronises unseen (unseen.h) is in unseen_code[] … */
	uint32_t unseen, nunseen;      /* … from there on, so many */
};

enum hd_wire_known { HD_WIRE_UNKNOWN, HD_WIRE_NO, HD_WIRE_YES };

#define HD_UNSEEN_CODE (1u << 14) /* ranges of all modules; where they do not fit, each process looks */
struct hd_wire_code {
	uint64_t lo, hi; /* relative to the module's load base */
	uint32_t kind;	 /* enum hd_function_is of unseen_scan.h */
	uint32_t pad;
};

#define HD_SITE_SHARED	1u /* the site touched a location that two threads touched, one writing */
#define HD_SITE_CHANGED 2u /* its function is another one than in the build that was searched before */

struct hd_wire_site {
	uint64_t offset;	/* of the return address, relative to the module's load base */
	uint32_t module;	/* index into modules[] */
	_Atomic uint32_t flags; /* HD_SITE_* */
	_Atomic uint32_t
	    learnt; /* shared_sites when it became shared, itself included; 0: it is not shared */
	uint32_t pad;
};

/* What an address belongs to, so that it can be named without the process. */
enum hd_place_kind {
	HD_PLACE_NONE,
	HD_PLACE_GLOBAL,
	HD_PLACE_HEAP,
	HD_PLACE_STACK,
	HD_PLACE_CHANNEL,
	HD_PLACE_TLS, /* a thread-local variable */
	HD_PLACE_OTHER
};

/* What descriptors stand for. */
enum hd_channel_kind {
	HD_CHANNEL_FILE,
	HD_CHANNEL_PIPE,
	HD_CHANNEL_SOCKET,
	HD_CHANNEL_TERMINAL,
	HD_CHANNEL_EVENTFD,
	HD_CHANNEL_EPOLL,
	HD_CHANNEL_TIMERFD,
	HD_CHANNEL_SIGNALFD,
	HD_CHANNEL_INOTIFY,
	HD_CHANNEL_DESCRIPTOR, /* the descriptor itself, whatever it stands for */
	HD_CHANNEL_QUEUE,
	HD_CHANNEL_COUNT
};
#define HD_NO_DESCRIPTOR UINT32_MAX

struct hd_wire_place {
	uint8_t kind;	   /* enum hd_place_kind */
	uint8_t freed;	   /* heap: the block is free; stack: the place is behind the frame, see block */
	uint16_t tid;	   /* stack, TLS: its thread; heap: the thread that allocated the block */
	uint16_t free_tid; /* heap: the thread that freed the block */
	uint16_t pad;
	uint32_t module; /* global, TLS: index into modules[]; channel: enum hd_channel_kind; stack, if block
			  * is not 0: the module of the function whose frame the place is in */
	uint32_t alloc_site; /* heap; stack: where the function seems to be, by its stack: from `size` … */
	uint32_t
	    free_site; /* heap, if freed; stack: … and by the function that it has called; 0: not known */
	uint32_t alloc_caller; /* heap, in a run with a trace: where the function was called that has
				* alloc_site; 0: not known */
	uint64_t offset; /* global: from the load base; heap: from the block's start; stack: from its top;
			  * TLS: among the thread-local variables of the module;
			  * channel: a descriptor, or HD_NO_DESCRIPTOR */
	uint64_t size;	 /* heap: size of the block; channel: another descriptor, or HD_NO_DESCRIPTOR;
			  * stack: a place in the function, from the load base */
	uint64_t block;	 /* heap: number of the block, in order of address: tells blocks apart in reports;
			  * stack: bytes up to the end of the function's frame, or, if `freed`, 1 more than
			  * those  from there: what its caller has passed to it; 0: the frame is not known */
};

/* A known failure does not happen when threads wait before site `hold` until another thread has passed site
 * `until`. */
struct hd_wire_avoided {
	uint32_t hold, until;
	uint32_t failure;	 /* which one it is, as the controller counts them                     */
	_Atomic uint32_t active; /* 1: the failure has happened often enough                            */
};
#define HD_MAX_AVOIDED 16 /* hd_wire_failure.kept has a bit for each */

#define HD_CALLERS 16

struct hd_wire_event { /* the trace of a traced run: one for each step */
	uint64_t step;
	struct hd_op op;
	uint16_t tid;
	uint8_t note;	     /* HD_NOTE_* */
	uint8_t value_known; /* value below is what an atomic or small access read or wrote */
	uint32_t aux;	     /* create, join: the other thread; else 0 */
	uint64_t value;
	struct hd_wire_place place;
	uint32_t callers[HD_CALLERS]; /* sites: where the function that op.site is in was called, and so on
				       * outwards; HD_NO_SITE ends the list */
};

#define HD_MAX_ALLOCS 16384 /* blocks with higher numbers have only their alloc_caller */

struct hd_wire_alloc { /* where a heap block was allocated the last time */
	uint64_t size;
	uint32_t site;
	uint32_t callers[HD_CALLERS]; /* sites: where the function that `site` is in was called, and so on
				       * outwards; HD_NO_SITE ends the list */
	uint32_t pad;
};

#define HD_STACK_MAX	    24
#define HD_THREAD_STACK_MAX 64 /* C++ puts many functions of its library between those of the program */
#define HD_HELD_MAX	    8

enum hd_thread_state {
	HD_THREAD_READY,
	HD_THREAD_RUNNING,
	HD_THREAD_BLOCKED,
	HD_THREAD_SPINNING,
	HD_THREAD_EXITED
};

struct hd_wire_held {
	struct hd_wire_place place;
	uint32_t site; /* where it was acquired */
	uint32_t kind; /* enum hd_event_kind of the acquisition */
};

struct hd_wire_thread { /* a thread at the moment of the failure */
	uint16_t tid;
	uint16_t owner; /* blocked on something that this thread holds, or joins it; else HD_NO_TID */
	uint8_t state;	/* enum hd_thread_state */
	uint8_t nheld;
	uint16_t nstack;
	char name[16];
	struct hd_op op;	    /* what it is about to do */
	struct hd_wire_place place; /* op's object */
	uint32_t owner_site;	    /* where owner acquired it */
	uint32_t pad;
	struct hd_wire_held held[HD_HELD_MAX];
	uint32_t stack[HD_THREAD_STACK_MAX]; /* sites, innermost first */
};

#define HD_FAILURE_THREADS 64

/* The time-outs of the run that ended while another thread could have run: see runtime/engine/early_end.h. */
enum hd_early {
	HD_EARLY_TIMEOUT,
	HD_EARLY_TIMER,
	HD_EARLY_SIGNAL
}; /* of a timed wait; what interrupts one */

struct hd_wire_early {
	uint64_t ns;	    /* virtual time that the most expensive one of them kept another thread waiting */
	uint64_t total_ns;  /* the same of all of them                                                */
	uint32_t needed;    /* 1: that is more than an ordinary machine would do                      */
	uint32_t kind;	    /* enum hd_early                                                          */
	uint32_t site;	    /* of the timed wait, or where the timer was set; a signal has none        */
	uint32_t other_tid; /* the thread that could have run …                                       */
	uint32_t other_site; /* … and what it was about to do                                          */
	uint32_t pad;
};

struct hd_wire_failure {
	uint32_t outcome;  /* enum hd_outcome */
	uint32_t tid;	   /* the thread that failed; HD_NO_TID if it is all of them */
	int32_t code;	   /* signal number or exit status */
	uint32_t nthreads; /* entries in threads[] */
	uint32_t total_threads;
	uint32_t site; /* where */
	uint32_t aim;  /* index into aims[] plus one: what the run was driven to; 0: nothing */
	uint32_t kept; /* a bit for each of avoided[] whose order did not happen in the run */
	char message[512];
	struct hd_wire_place place; /* what the failing access touched */
	uint64_t run;		    /* number of the run */
	uint64_t steps;
	uint64_t hash; /* of all events */
	struct hd_plan plan;
	struct hd_wire_early early;
	struct hd_wire_thread threads[HD_FAILURE_THREADS];
};

#define HD_FINDING_PARTS 8

struct hd_wire_part { /* one thread's part of a finding */
	uint16_t tid;
	uint8_t write, atomic; /* of an access */
	uint8_t nheld;
	uint8_t nstack;
	uint8_t unit;	     /* atomic set: which of the units of work, from 0 */
	uint8_t unit_frame;  /* … and which frame of the stack is its function */
	char name[16];	     /* of the thread, if it has one */
	uint32_t start_site; /* where the thread was created; HD_NO_SITE: main */
	uint32_t op; /* race: enum hd_event_kind of an operation on an object, HD_NONE: a plain access */
	struct hd_wire_place place; /* what is touched; lock order: the lock that is wanted */
	struct hd_wire_held held[HD_HELD_MAX];
	uint32_t stack[HD_STACK_MAX]; /* sites, innermost first: the access, or the request */
};

struct hd_wire_finding {
	uint32_t kind; /* enum hd_analysis_id: which analysis has found it */
	uint32_t nparts;
	uint64_t key; /* equal for findings that are one */
	uint64_t addr;
	uint64_t run; /* the first one that showed it */
	uint32_t
	    pattern;	 /* atomic set: see analysis/sets/pattern_search.h; 0: a cycle that is none of them */
	uint32_t nunits; /* … of work that take part */
	uint64_t set_kind; /* … see hd_unit_access */
	struct hd_plan plan;
	_Atomic uint64_t runs;	  /* that showed it */
	_Atomic uint64_t failing; /* … and failed */
	struct hd_wire_part parts[HD_FINDING_PARTS];
};

#define HD_AIM_QUIET_RUNS 500 /* watched runs without a new aim, after which nothing is left to try */

struct hd_wire_source_run {	 /* a run that an iRoot was predicted from */
	uint32_t log;		 /* index into logs[] plus one; 0: none */
	struct hd_source_ops at; /* its operations there */
};

/* What a run can be driven to, and how that went. runtime/aim/aim_table.c alone changes `state`. */
struct hd_wire_aim {
	uint64_t key;		    /* equal for aims that are one */
	_Atomic uint32_t state;	    /* enum hd_aim_state */
	_Atomic uint32_t attempts;  /* runs of this search that tried */
	uint32_t before;	    /* … and of earlier ones, as the store says, with any input … */
	uint32_t before_here;	    /* … and with that of this search */
	_Atomic uint32_t reached;   /* attempts of this search that got there */
	_Atomic uint64_t first_run; /* that got there, plus one; 0: none */
	uint32_t finding;	    /* index into findings[] plus one; 0: it is none */
	uint32_t shared_sites;	    /* iRoot: how many there were when it was predicted */
	uint32_t outdated;	    /* iRoot: 1: it was exposed before its code changed */
	struct hd_aim aim;
	struct hd_wire_source_run sources[2]; /* iRoot */
};

#define HD_IROOT_SLOTS (2UL * HD_MAX_IROOTS) /* of a hash table */

struct hd_wire_iroot {	       /* one that a run has exposed */
	_Atomic uint64_t key;  /* 0: the slot is free */
	uint64_t run;	       /* the first one that did */
	_Atomic uint32_t seen; /* 1: in this search */
	uint32_t known;	       /* 1: in an earlier one, as the store says */
	struct hd_iroot root;
};

#define HD_LOG_LONGEST (1u << 16) /* steps of one, the first ones */

struct hd_wire_log { /* a profile run */
	struct hd_plan plan;
	_Atomic uint32_t n; /* steps; 0: it is not over yet, or did not fit */
	uint32_t start;	    /* index into log_steps[] */
};

#define HD_AIM_PLACES 18

struct hd_wire_aim_place { /* operations that could make an iRoot; idiom 0: none */
	struct hd_iroot root;
	struct hd_source_ops at;
};

struct hd_wire_aim_places { /* the runtime's own: see aim_places.h */
	struct hd_plan plan;
	uint32_t next; /* index into places[] */
	uint32_t nsteps;
	struct hd_wire_aim_place places[HD_AIM_PLACES];
	struct hd_step steps[HD_LOG_LONGEST]; /* of the profile run */
};

enum hd_backtracks {			 /* the runs of a systematic search begin … */
		     HD_BACKTRACKS_OFF,	 /* at main  */
		     HD_BACKTRACKS_ON,	 /* at backtracking points, where these are worth their price   */
		     HD_BACKTRACKS_OFTEN /* … wherever there can be one */
};

enum hd_guide_state {
	HD_GUIDE_NONE,	/* the code tells nothing                             */
	HD_GUIDE_COMES, /* it is being analysed                               */
	HD_GUIDE_THERE
};

enum hd_guided {
	HD_GUIDED_NOT,
	HD_GUIDED_OUTLINE, /* as strategy/guide.h says         */
	HD_GUIDED_RETRACE  /* as strategy/aimed/retrace.h says */
};

enum hd_series_rest { HD_SERIES_MORE, HD_SERIES_ALL, HD_SERIES_REST };

#define HD_SERIES_AIMS 8

/* The runtime's own, of a program that is many tests: the test of the run under way
 * (runtime/engine/series.h). */
struct hd_wire_series {
	uint32_t begun;	     /* 1: there was a test                                                    */
	uint32_t test;	     /* its number, as the program has it                                      */
	uint32_t chance;     /* runs by chance so far, this one included; 0: the run is none            */
	uint32_t systematic; /* 1: the run is one of a systematic search                                */
	uint32_t exhausted;  /* enum hd_series_rest: what was left of the last systematic search         */
	uint32_t naims;
	uint32_t aims[HD_SERIES_AIMS];	/* what runs of this test have shown: index into aims[]          */
	uint32_t tries[HD_SERIES_AIMS]; /* … and how often runs of this test were driven there           */
};

enum hd_worker_state {
	HD_WORKER_NEW,	    /* not started                                                          */
	HD_WORKER_RUNNING,  /* in the loop                                                          */
	HD_WORKER_REPORTED, /* a failure is in `failure`; waits until the controller sets RUNNING     */
	HD_WORKER_DONE	    /* no more runs, or stop seen                                            */
};

/* Exit status of a worker process. Anything else, or a signal, is an unexpected death. */
enum {
	HD_EXIT_DONE = 0,     /* nothing left to do                                                  */
	HD_EXIT_BROKEN = 120, /* an internal assertion: the message is in slot->broken               */
	HD_EXIT_AGAIN = 121,  /* start me again: slot->reset and slot->pool say how                  */
	HD_EXIT_REFUSED = 122 /* cannot run here: the sentence is in slot->broken                    */
};

struct hd_wire_worker {
	/* First, because they are aligned: nothing is lost between the fields that way. */
	_Alignas(64)
	    uint8_t learning[HD_LEARNING_SIZE]; /* the runtime's own: what locations were seen to be shared */
	_Alignas(64) uint8_t strategy_state[HD_STATE_MAX];
	_Alignas(
	    64) uint8_t taught[HD_TAUGHT_SIZE]; /* what a run has taught all strategies: strategy/taught.h */
	_Atomic uint32_t state;	     /* enum hd_worker_state; the worker futex-waits on it when REPORTED   */
	_Atomic uint32_t reset;	     /* enum hd_reset in use; AUTO before the first start                   */
	_Atomic uint32_t forked_run; /* process of the run under way, if it is not the worker's; else 0 */
	_Atomic uint32_t pool;	     /* threads to prepare                                                 */
	_Atomic uint32_t busy;	     /* 1 while a run is under way                                          */
	_Atomic uint32_t points_known; /* shared_sites when the run under way began: those learnt later are no
					  points in it */
	_Atomic uint64_t runs; /* finished                                                            */
	_Atomic uint64_t redo; /* the runtime's own: a run to carry out again after a new start, plus 1  */
	_Atomic uint64_t current_run; /* number of the run under way                                   */
	_Atomic uint64_t steps; /* over all runs                                                       */
	_Atomic uint64_t live_steps, live_accesses; /* of the run under way, written now and then          */
	_Atomic uint64_t unseen_spins; /* of the run under way: steps in schedule[] that are HD_SPIN        */
	_Atomic uint64_t switches;
	_Atomic uint64_t accesses; /* over all runs, while there was more than one thread                 */
	/* Of those: what runs that began at a backtracking point did not do again, and how many began there.
	 */
	_Atomic uint64_t saved_runs, saved_steps, saved_accesses;
	_Atomic uint64_t points_made;
	/* Runs in which atomic sets were checked, and those of them that violated one: [1] those that were
	 * driven to a violation. */
	uint64_t set_runs[2], set_violating[2];
	uint32_t set_graph, set_depth;	   /* the largest conflict graph, in units, and the deepest stack */
	uint64_t profile_runs, profile_ns; /* maple: runs that predict, and how long they took … */
	uint64_t attempt_runs, attempt_ns; /* … and those that try */
	uint64_t watched_runs,
	    watched_events;		/* at which analyses looked; steps and accesses that they saw */
	_Atomic uint32_t sampled_sites; /* at most in one run; see sample.h */
	_Atomic uint32_t calls_out;	/* at most at a time; see patch.h */
	_Atomic uint32_t overdue; /* set by the controller with the watch signal: end the run, it hangs */
	_Atomic uint32_t reset_reason; /* enum hd_taint that made place or fork impossible; 0: none      */
	uint32_t epoch; /* the runtime's own: runs begun so far, in all processes of this worker */
	_Atomic uint64_t max_threads;
	_Atomic uint64_t news; /* iRoots, findings and failures that this worker was the first to show */
	uint32_t iroot_turn;   /* the runtime's own, of `auto`: 1: if there is an iRoot to try, it is next */
	struct hd_division division; /* the runtime's own, of `auto` */
	char broken[1024];   /* HD_EXIT_BROKEN, HD_EXIT_REFUSED: the sentence                        */
	struct hd_plan plan; /* of the run under way                                                */
	struct hd_wire_failure failure;
	_Atomic uint64_t nschedule; /* steps recorded in schedule[]                                    */
	uint64_t schedule_lost;	    /* steps that did not fit                                              */
	_Atomic uint64_t ntrace;
	uint64_t hash; /* of the last finished run */
	/* Replay: the schedule to follow, and what to say where it does not fit. */
	uint64_t nreplay;
	uint64_t diverged_step;
	struct hd_step diverged_expected, diverged_actual;
	struct hd_wire_debug debug;
	struct hd_wire_series series;
	struct hd_wire_aim_places aim_places;
	struct hd_step schedule[HD_MAX_SCHEDULE];
	struct hd_step replay[HD_MAX_SCHEDULE];
	struct hd_wire_event trace[HD_MAX_TRACE];
	struct hd_wire_alloc allocs[HD_MAX_ALLOCS]; /* by the number of the block, of a traced run */
};

struct hd_wire_source {	 /* a call that gave the program data that Heddle does not control */
	uint32_t source; /* enum hd_source */
	uint32_t site;
	char what[88]; /* "open(/proc/self/stat)" */
};

struct hd_wire {
	uint64_t magic;
	uint32_t version;
	uint32_t nworkers;
	uint64_t size; /* of all of it, in bytes */
	struct hd_campaign_options options;
	uint32_t expect_exit;	    /* exit status that is no failure                                       */
	uint32_t controls_children; /* 1: children made by fork are under control, too                 */
	uint32_t keep_going;
	uint32_t trace;	    /* 1: record trace[]                                                    */
	uint32_t replaying; /* 1: follow replay[]; learn nothing; one run                            */
	uint32_t guided; /* enum hd_guided: … not step by step, and report each run, however it ended   */
	uint32_t learns; /* 1: runs that are guided learn which accesses are shared, all the same      */
	uint32_t backtracks; /* enum hd_backtracks                                                     */
	uint32_t verify;     /* 1: follow each run by a replay of its schedule and compare            */
	uint32_t watch_all;  /* 1: analyses look at every run                                         */
	uint32_t unpatched;  /* 1: no call is taken out of the program's code                           */
	uint32_t log_hashes; /* 1: each run's hash goes to the control socket                         */
	uint32_t checks;     /* HD_CHECK_*                                                            */
	uint32_t fail_on; /* HD_CHECK_*: a run that is driven to such a finding and gets there has failed  */
	uint32_t served;  /* 1: a client outside talks to the program: time is real while it waits  */
	uint64_t max_steps; /* of one run; 0: the runtime tells by the longest one                  */
	uint32_t earlier_gaps, earlier_limits; /* of the systematic search that this one goes on with */
	uint64_t run_limit; /* number of runs; UINT64_MAX: unlimited                                 */
	/* Written by all workers in each run: on a line of its own, away from what they only read. */
	_Alignas(64) _Atomic uint64_t next_run;
	_Alignas(64) _Atomic uint32_t stop; /* the controller sets it */
	_Atomic uint32_t pause;		    /* … and this: no run is to begin */
	uint32_t one_if_names;		    /* 1: only one worker goes on once names[] is set              */
	_Atomic uint32_t names;		    /* a run made or removed a name that all runs share            */
	_Atomic uint32_t first_run_ended;   /* of worker 0: then it is known what runs do                  */
	_Atomic uint64_t longest_steps; /* of a run that passed                                          */
	_Atomic uint32_t exhausted;	/* a strategy has nothing left                                      */
	_Atomic uint32_t
	    tried_all; /* the systematic search of `auto` has nothing left: shared_sites then, plus 1 */
	_Atomic uint32_t proved; /* … and nothing was left out */
	_Atomic uint32_t limits; /* HD_LIMIT_BIT: beside those that the strategies know                  */
	_Atomic uint32_t gaps;	 /* HD_GAP_BIT: why that is no proof                                 */
	_Atomic uint64_t full;	 /* HD_FULL_BIT: tables in which something did not fit                */
	uint32_t most[HD_CAPACITIES]; /* entries of each table, as --capacity wants it                     */
	_Atomic uint32_t lock; /* a spin lock over modules[], unseen_code[] and sites[]: the index of its
				  owner, plus one */
	_Atomic uint32_t nmodules, nsites;
	uint32_t sites_before; /* of them, those that another build had shown; 0: this is no new build */
	_Atomic uint32_t
	    shared_sites; /* how many sites have HD_SITE_SHARED: workers look again when it changes */
	_Atomic uint32_t nsources; /* more than HD_MAX_SOURCES: some did not fit                     */
	struct hd_wire_source sources[HD_MAX_SOURCES];
	_Atomic uint32_t nfindings;
	_Atomic uint32_t instrumented; /* an instrumented module was seen                                */
	struct hd_wire_module modules[HD_MAX_MODULES];
	uint32_t nunseen_code;
	struct hd_wire_code unseen_code[HD_UNSEEN_CODE]; /* memory is used only for what is there */
	struct hd_wire_site sites[HD_MAX_SITES];
	struct hd_wire_finding findings[HD_MAX_FINDINGS];
	_Atomic uint32_t naims;
	_Atomic uint32_t aims_anew; /* grows when an aim is added, or may be worth an attempt again */
	_Atomic uint32_t aim_quiet; /* watched runs in a row with no new aim and none to try */
	struct hd_wire_aim aims[HD_MAX_AIMS];
	_Atomic uint32_t exposed[HD_IDIOMS + 1]; /* iRoots by idiom; [0] is their sum */
	struct hd_wire_iroot iroots[HD_IROOT_SLOTS];
	_Atomic uint32_t idle; /* 1: nothing is left to try, and the search shall end then */
	/* With --keep-going: orders that make known failures, which other runs avoid
	 * (runtime/engine/avoid.h). */
	_Atomic uint32_t navoided;
	struct hd_wire_avoided avoided[HD_MAX_AVOIDED];
	/* For `-s maple`: */
	_Atomic uint32_t profile_quiet; /* profile runs in a row that brought nothing new */
	_Atomic uint32_t attempted;	/* 1: since the last profile */
	_Atomic uint32_t all_tried;	/* 1: nothing was left to try at some time, and the search went on */
	_Atomic uint32_t lucky; /* the strategy of the last run without an aim that brought something new */
	uint32_t until_covered; /* 1: the search ends when nothing is left to try */
	uint32_t retry;		/* 1: what other runs have exposed is tried, too */
	uint32_t iroot_window;	/* operations of a thread between two parts of an iRoot; 0: HD_IROOT_WINDOW */
	uint32_t iroot_attempts; /* at one iRoot with this input; 0: HD_IROOT_ATTEMPTS */
	_Atomic uint32_t nlogs, log_steps_used;
	struct hd_wire_log logs[HD_MAX_LOGS];
	struct hd_step log_steps[HD_MAX_LOG_STEPS]; /* memory is used only for what is there */
	/* For atomic sets: the file to write to instead of looking, "" for none; what debug information says,
	 * and what runs teach. */
	char unit_log[HD_PATH_MAX];
	_Atomic uint32_t unit_log_lost; /* runs that could not be written */
	struct hd_layout layout;
	struct hd_inferred inferred;
	/* For `-s value`: what the code tells, once the state says that it is there. */
	_Atomic uint32_t guide_state; /* enum hd_guide_state */
	struct hd_guide guide;
	/* What a systematic search has left, for all workers: a struct hd_frontier. Memory is used only for
	 * what is there. */
	_Alignas(64) uint8_t frontier[HD_FRONTIER_SIZE];
	_Alignas(4096) struct hd_wire_worker workers[];
};

/* Why the process cannot simply be reset: what a run left behind in the kernel. */
enum hd_taint {
	HD_TAINT_NONE,
	HD_TAINT_DESCRIPTORS, /* descriptors left open                  */
	HD_TAINT_MAPPINGS,    /* memory mapped or unmapped              */
	HD_TAINT_FORKED,      /* it forked                              */
	HD_TAINT_SIGNALS,     /* signal state that cannot be undone     */
	HD_TAINT_MEMORY,      /* too much initialised memory to copy    */
	HD_TAINT_KERNEL,      /* other kernel state (timers, limits, …) */
};

/* The signal with which the controller ends a run that takes too long. */
#define HD_TICK_SIGNAL	62 /* of the real-time signals, near the end: gdb must know it by name */
#define HD_WATCH_SIGNAL 16 /* SIGSTKFLT: programs do not use it */

/* A message on the control socket (a pipe to the controller): tells to look at the worker's slot. */
struct hd_wire_note {
	uint32_t worker;
	uint32_t what; /* HD_NOTE_LOOK: a failure is waiting; HD_NOTE_HASH: run and hash of a finished run */
	uint64_t run, hash;
};
enum { HD_WIRE_LOOK = 1, HD_WIRE_HASH = 2, HD_WIRE_UNSTABLE = 3 /* verify: a replay differed */ };

/* Take the lock over the tables for a worker, or return false: another has it. */
static inline bool hd_wire_lock(struct hd_wire *wire, unsigned worker)
{
	uint32_t no_owner = 0;

	return atomic_compare_exchange_strong_explicit(&wire->lock, &no_owner, worker + 1,
						       memory_order_acquire, memory_order_relaxed);
}

static inline void hd_wire_unlock(struct hd_wire *wire)
{
	atomic_store_explicit(&wire->lock, 0, memory_order_release);
}

/* The worker, or its process that carried out a run, was killed: release the lock if it had it. */
static inline void hd_wire_unlock_of(struct hd_wire *wire, unsigned worker)
{
	uint32_t owner = worker + 1;

	atomic_compare_exchange_strong(&wire->lock, &owner, 0);
}

size_t hd_wire_size(unsigned nworkers);
/* How many of aims[] are there. */
uint32_t hd_wire_aims(const struct hd_wire *wire);
/* The site is shared from now on. Called by one process at a time. */
void hd_wire_share_site(struct hd_wire *wire, uint32_t site);
/* Where the exposed iRoot with this key is, or belongs: a slot that is free. NULL: the table is full. */
struct hd_wire_iroot *hd_wire_iroot_slot(struct hd_wire *wire, uint64_t key);
