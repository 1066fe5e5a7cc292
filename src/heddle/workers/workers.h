/* SPDX-License-Identifier: Apache-2.0
 *
 * The worker processes on one wire: what is known of each, and the events that they give. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "heddle/workers/capture.h"
#include "heddle/workers/target.h"
#include "wire/wire.h"

enum hd_workers_what {
	HD_WORKERS_TICK,     /* time has passed                                                       */
	HD_WORKERS_FAILURE,  /* slot->failure and slot->schedule are filled; go on with hd_workers_resume */
	HD_WORKERS_HASH,     /* a run ended: run, hash                                                */
	HD_WORKERS_UNSTABLE, /* a run and its replay differed: run                                    */
	HD_WORKERS_TROUBLE,  /* c->trouble says what; the workers cannot go on               */
	HD_WORKERS_END	     /* no worker has anything left to do                                     */
};

struct hd_workers_event {
	enum hd_workers_what what;
	unsigned worker;
	uint64_t run, hash;
};

struct hd_run_watch { /* how long the run that a worker is in has taken, as far as seen */
	uint64_t run;
	bool busy;	    /* a run was under way at the last look         */
	bool script_done;   /* of a replay: nothing left to follow          */
	double since, seen; /* first and last look at this run              */
	double moved;	    /* when it was last seen to have made a step    */
	uint64_t steps;	    /* that it had made then                        */
	pid_t runner;	    /* the process that carries it out …            */
	double waited;	    /* … and how long that one had no processor     */
	double warned;	    /* when the watch signal was sent; 0: not yet   */
	bool killed;	    /* the signal did not end it, so SIGKILL was sent                              */
};

struct hd_worker {
	pid_t pid; /* 0: no process */
	bool done; /* not to be started again */
	bool due;  /* to be started by the supervisor, because there are runs left for it */
	struct hd_run_watch watch;
	uint64_t again_runs;  /* slot->runs at the last start …                        */
	unsigned idle_starts; /* … and how many starts there were since it last grew   */
};

struct hd_workers {
	const struct hd_target *target;
	struct hd_wire *wire;
	size_t size;
	int wire_fd, control[2];
	unsigned n;
	struct hd_worker workers[HD_MAX_WORKERS];
	struct hd_capture *capture; /* of the workers' output, or NULL */
	int output;		    /* descriptor or HD_OUTPUT_* for the workers */
	double timeout;		    /* seconds for one run */
	bool timeout_adapts;	    /* … or more, if passing runs are seen to take long */
	double first_timeout;	    /* … or this, as long as none has ended; 0: no */
	double longest;		    /* run that ended, as far as seen */
	enum hd_outcome expected;   /* of a replay: what the schedule led to, for the runtime to know */
	uint64_t script_steps; /* steps of its schedule: when all steps of a hang were followed, the hang is
				  reached */
	uint64_t killed_runs;  /* runs whose process did not survive them: no worker counts those */
	uint64_t killed_idle;  /* processes that were killed between two runs, and started again */
	struct hd_server *around;   /* of a server: of each worker. NULL: nothing is around (server.h) */
	struct hd_readiness *ready; /* how a server is seen to be ready, or NULL */
	double looked;		    /* when the controller last looked at the servers */
	uint64_t unwilling;	    /* servers that did not end when asked to */
	char *teardown_trouble;	    /* a sentence about the first teardown that failed */
	char *trouble;		    /* a sentence */
	unsigned trouble_worker;    /* the worker that had it, if it was one */
	unsigned children_seen;
	bool internal;	 /* the trouble is a defect of heddle's own */
	bool stopping;	 /* no worker is started any more */
	bool ever_ready; /* a server was ready at some time */
	struct hd_wire_note notes[256];
	size_t notes_bytes, notes_at; /* read and not yet handed out: bytes in all, notes already taken */
};
