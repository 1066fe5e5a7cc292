/* SPDX-License-Identifier: Apache-2.0
 *
 * The search that does a unit. */
#pragma once

#include "heddle/suite/test_process.h"
#include "heddle/worker/worker_state.h"

struct hd_work_search {			   /* of a unit, under way or over */
	char *folder, *report, *complaint; /* where it writes */
	struct hd_test_process process;
};

/* False after a sentence: it cannot be started. */
bool hd_work_search_start(struct hd_worker *w, struct hd_work_search *s, const struct hd_work_unit *u,
			  const char *program, const char *input);
/* It has ended without a result, and that may be because of its store. */
bool hd_work_search_is_void(const struct hd_worker *w, const struct hd_work_search *s);
/* Puts its result and what it leaves into the store, in one batch. False: the batch has to be tried again.
 * `ours`: the lease was still this worker's. */
bool hd_work_search_put(struct hd_worker *w, const struct hd_work_search *s, const struct hd_work_lease *l,
			struct hd_work_result *r, bool *ours);
void hd_work_search_read(const struct hd_work_search *s, struct hd_work_result *r);
void hd_work_result_free(struct hd_work_result *r);
void hd_work_search_free(struct hd_work_search *s);
