/* SPDX-License-Identifier: Apache-2.0
 *
 * A recorded schedule: the program, the plan of the run, what came of it, and every step. It is kept in a
 * text file (docs/schedule-format.md) and does not depend on addresses or on how sites were numbered when
 * it was recorded: an operation is named by its kind, module and offset.
 *
 * schedule.c makes and frees one, schedule_parse.c and schedule_print.c are the text format. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "model/outcome.h"
#include "model/plan.h"
#include "model/step.h"
#include "model/surroundings.h"

#define HD_SCHEDULE_VERSION	2
#define HD_SCHEDULE_STEPS_MAX	(1u << 25)
#define HD_SCHEDULE_OPS_MAX	(1u << 19)
#define HD_SCHEDULE_MODULES_MAX 2048u
#define HD_SCHEDULE_POINTS_MAX	(1u << 19)
#define HD_SCHEDULE_ARGS_MAX	(1u << 16)
#define HD_SCHEDULE_FILE_MAX	(512u << 20) /* bytes */
#define HD_SCHEDULE_ID_MAX	20	     /* bytes of a build-id */

extern const char *const hd_timeouts_text[]; /* by enum hd_timeouts, then NULL */

struct hd_build_id {
	uint8_t bytes[HD_SCHEDULE_ID_MAX];
	uint32_t len; /* 0: the file has none */
};

struct hd_schedule_module {
	char *path;
	struct hd_build_id build_id;
};

struct hd_schedule_op {	 /* what a step was about to do, and where */
	uint8_t kind;	 /* enum hd_event_kind, never HD_VALUE                                        */
	bool known;	 /* module and offset say where                                              */
	uint32_t module; /* index into modules                                                       */
	uint64_t offset; /* of the return address, from the module's load base                       */
	char *text;	 /* for people: function and source line; NULL: none                         */
};

/* An access that is a scheduling point although no step has it: a thread may have stood before it when the
 * process was killed. */
struct hd_schedule_point {
	uint32_t module; /* index into modules */
	uint64_t offset;
	char *text; /* for people; NULL: none */
};

struct hd_schedule {
	char *program; /* absolute path */
	char **args;   /* after the program's name */
	size_t nargs, args_cap;
	char **variables; /* "NAME=VALUE": set for the program by options, whatever its environment had */
	size_t nvariables, variables_cap;
	char *directory;	     /* where it ran */
	struct hd_build_id build_id; /* of the program */

	char *strategy;	     /* plan.strategy by name: the index in the plan is not kept in the file */
	struct hd_plan plan; /* points are not kept: a replay has them where the schedule has steps */
	uint32_t expect_exit;
	uint32_t pool;		       /* threads that its process had prepared; 0: as many as at first */
	bool controls_children;	       /* children made by fork were under control */
	char *reset;		       /* how the run's process was reset: place, fork or exec */
	struct hd_surroundings around; /* of a server's run; its strings are the schedule's */

	enum hd_outcome outcome; /* what is expected to happen */
	char *message;
	uint64_t hash; /* of all events; 0: not known, because the process was killed */
	uint64_t run;  /* number of the run in its campaign */

	struct hd_schedule_module *modules;
	size_t nmodules, modules_cap;
	struct hd_schedule_op *ops; /* numbered from 0 in memory and in the file */
	size_t nops, ops_cap;
	struct hd_schedule_point *points;
	size_t npoints, points_cap;
	struct hd_step *steps; /* `site` is an index into ops; for HD_VALUE it is the value, as in step.h */
	size_t nsteps, steps_cap;
};

struct hd_schedule *hd_schedule_new(void);
void hd_schedule_free(struct hd_schedule *s);

void hd_schedule_add_arg(struct hd_schedule *s, const char *arg);
void hd_schedule_add_variable(struct hd_schedule *s, const char *variable);
void hd_schedule_add_module(struct hd_schedule *s, const char *path, const struct hd_build_id *id);
void hd_schedule_add_op(struct hd_schedule *s, const struct hd_schedule_op *op); /* copies op->text */
void hd_schedule_add_point(struct hd_schedule *s, const struct hd_schedule_point *point); /* copies text */
void hd_schedule_add_steps(struct hd_schedule *s, const struct hd_step *step, size_t count);

/* Steps that were carried out; after them come those that were only announced (HD_NOTE_PENDING). */
size_t hd_schedule_done_steps(const struct hd_schedule *s);

bool hd_schedule_equal(const struct hd_schedule *a, const struct hd_schedule *b);

/* "0123abcd", or "none"; out holds at least 2 * HD_SCHEDULE_ID_MAX + 1 bytes. Returns out. */
char *hd_build_id_text(const struct hd_build_id *id, char *out);
bool hd_build_id_equal(const struct hd_build_id *a, const struct hd_build_id *b);
