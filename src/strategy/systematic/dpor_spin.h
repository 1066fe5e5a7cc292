/* SPDX-License-Identifier: Apache-2.0
 *
 * Threads that spin or yield in the searches of dpor.c. */
#pragma once

#include "strategy/systematic/dpor_state.h"

/* What thread t is about to do touches this; `facts` may be NULL. `made`: it is the step that is made now. */
void hd_dpor_footprint(const struct hd_dpor *s, const struct hd_op *op, const struct hd_facts *facts,
		       hd_tid t, bool made, struct hd_footprint *f);
/* The thread, one of the first HD_SET_THREADS, makes this step. */
void hd_dpor_note_step(struct hd_dpor *s, hd_tid tid, const struct hd_op *op, const struct hd_choice *c);

/* After a step: did it let others go first, by itself or because the scheduler wanted it? A search in which
 * threads do so often has to be fair. */
void hd_dpor_see_yield(struct hd_dpor *s, const struct hd_choice *c, uint64_t ready);
