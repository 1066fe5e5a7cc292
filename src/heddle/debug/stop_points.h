/* SPDX-License-Identifier: Apache-2.0
 *
 * Breakpoints and watchpoints. They are in the process only while it runs: when it is stopped, its memory is
 * the program's own. */
#pragma once

#include "debugger/target.h"
#include "heddle/debug/tracee.h"

#define HD_WATCH_MOST 4 /* that the processor has */

enum hd_point_owner {
	HD_POINT_USER = 1,    /* the debugger has asked for it   */
	HD_POINT_HEDDLE = 2,  /* where the runtime calls Heddle  */
	HD_POINT_PASSING = 4, /* removed again at the next stop  */
};

struct hd_breakpoint {
	uint64_t address;
	unsigned owners;     /* of enum hd_point_owner */
	unsigned char there; /* what was in memory */
	bool inserted;
};

struct hd_watchpoint {
	uint64_t address;
	unsigned size; /* 0: not in use */
	enum hd_rsp_point kind;
};

struct hd_stop_points {
	struct hd_breakpoint *list;
	size_t n, cap;
	struct hd_watchpoint watch[HD_WATCH_MOST];
};

void hd_stop_points_free(struct hd_stop_points *p);
void hd_stop_points_copy(struct hd_stop_points *to, const struct hd_stop_points *from);
void hd_stop_points_add(struct hd_stop_points *p, uint64_t address, enum hd_point_owner owner);
void hd_stop_points_drop(struct hd_stop_points *p, uint64_t address, enum hd_point_owner owner);
/* Drop all of this owner. */
void hd_stop_points_drop_all(struct hd_stop_points *p, enum hd_point_owner owner);
/* Who has a breakpoint there; 0: there is none. */
unsigned hd_stop_points_owners(const struct hd_stop_points *p, uint64_t address);
/* False: the processor has no room for it. */
bool hd_stop_points_watch(struct hd_stop_points *p, enum hd_rsp_point kind, uint64_t address, size_t size,
			  bool insert);

/* Put all of them into the stopped process, or take them out. */
void hd_stop_points_insert(struct hd_stop_points *p, struct hd_tracee *t);
/* Only the watchpoints. */
void hd_stop_points_insert_watch(const struct hd_stop_points *p, struct hd_tracee *t);
void hd_stop_points_remove(struct hd_stop_points *p, const struct hd_tracee *t);
/* Take them out of a copy of the process. */
void hd_stop_points_remove_from_copy(const struct hd_stop_points *p, pid_t pid);
/* The watchpoint that has stopped the process, or NULL. */
const struct hd_watchpoint *hd_stop_points_triggered(const struct hd_stop_points *p,
						     const struct hd_tracee *t);
