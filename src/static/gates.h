/* SPDX-License-Identifier: Apache-2.0
 *
 * Gates: a thread that has passed one knows that another thread has opened it. A gate is a semaphore that is
 * 0 at first, which sem_wait() passes and sem_post() opens; or a variable that is 0 at first, which code
 * passes that is only reached when it was read as something else: so a loop around pthread_cond_wait() ends,
 * and so does one that spins. A wait for a condition variable by itself is no gate: it may end for no reason.
 *
 * All that opens a gate is done by one thread. What that thread does only before it opens the gate has
 * happened when another thread has passed it. */
#pragma once

#include "static/thread_kinds.h"

#define HD_MOST_GATES 63 /* further ones are not used: then there are more pairs than needed */

struct hd_gates {
	uint64_t opener[HD_MOST_GATES]; /* the kind of thread that opens it, as a mask */
	unsigned n;
	uint64_t *opened; /* of each act: the gates that its thread may have opened by then */
	uint64_t *closed; /* of each act: the gates that its thread may not have passed; the last bit: code
			     that can be reached */
};

void hd_gates_find(struct hd_gates *g, const struct hd_threads *t);
void hd_gates_term(struct hd_gates *g);

/* One of the acts comes before the other in every run, because of a gate. */
bool hd_gates_order(const struct hd_gates *g, const struct hd_threads *t, uint32_t a, uint32_t b);
