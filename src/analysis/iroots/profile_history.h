/* SPDX-License-Identifier: Apache-2.0
 *
 * What is kept of the operations of each thread at each location, until when, and what becomes of those that
 * are over: they are compared with those of the other threads (predict.h). */
#pragma once

#include "analysis/iroots/profile_state.h"

/* Memory of this run. NULL: the run has used up its share. */
void *hd_profile_take(struct hd_profile *p, size_t size);
/* What the thread did at the location. NULL: no memory. */
struct hd_profile_history *hd_profile_history_at(struct hd_profile *p, struct hd_byte_cell *cell, hd_tid t);
/* Without locks it is quickly seen that an operation is no news. */
bool hd_profile_is_familiar(const struct hd_profile_history *h, const struct hd_op *op, uint32_t epoch,
			    const struct hd_locks *locks);
/* The thread's earlier operations on the location get to know the one that follows them. */
void hd_profile_introduce(struct hd_profile_history *h, const struct hd_point *at, bool sets);
/* Keep a copy of the operation, which is the thread's newest one on the location of its history. */
void hd_profile_keep(struct hd_profile *p, struct hd_profile_thread *self, const struct hd_profile_op *op);
/* The operation is over when the last one of its critical sections is. */
void hd_profile_settle(struct hd_profile *p, struct hd_profile_op *op);
/* It is over now. */
void hd_profile_complete(struct hd_profile *p, struct hd_profile_op *op);
/* For hd_byte_cells: what is known of a place that was divided holds for both parts. */
void *hd_profile_divide_place(void *to, void *data);
