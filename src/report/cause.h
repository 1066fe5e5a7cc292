/* SPDX-License-Identifier: Apache-2.0
 *
 * What makes a run fail, as experiments have shown: orders of two operations of different threads without
 * which the program passes. */
#pragma once

#include "wire/wire.h"

struct hd_decisive_place {
	char module[HD_PATH_MAX]; /* the path */
	uint64_t offset;	  /* in it    */
};

#define HD_DECISIVE_RUNS 256 /* of each kind, in which decisive orders are looked for */
#define HD_NOT_IN_RUN	 UINT32_MAX

/* Where an operation is in other runs of the program, by run: the events before it. */
struct hd_positions {
	uint32_t passing[HD_DECISIVE_RUNS], failing[HD_DECISIVE_RUNS];
	bool same_way[HD_DECISIVE_RUNS]; /* in the passing run its thread has come there in the same way */
};

struct hd_decisive {		/* `first` came before `second`; the other way round the program passes */
	uint64_t first, second; /* steps of the run */
	/* The program passes only if what the thread of `first` did with the same memory from step `look` on
	 * comes after `second`, too. */
	bool looked;
	uint64_t look;
	uint64_t change; /* … and this is the first of it that changes what `second` is about */
	/* The thread of `first` waited before step `hold` when the program passed. */
	bool held;
	uint64_t hold;
	/* Not an order: `first` is a signal that woke the thread that goes on with `second`; when it wakes
	 * another waiter the program passes. */
	bool choice;
	/* The program passes only if all other threads come after `second`, too. */
	bool alone;
	/* `first` sends a signal, or sets a timer that does, and it is handled at `second`; when that is at
	 * another moment the program passes. */
	bool interrupts;
	/* Not an order: a wait that ends for no reason at `first`, which is `second`, too; when no wait does
	 * so the program passes. */
	bool spurious;
	/* Not an order: `first` updates in one step what its thread loads at `look`, and `second` is of
	 * another thread and changes it meanwhile; when the load comes at once this failure does not come. */
	bool late_load;
	/* The run ended before the second operation: `later` is it, in a run that passes. */
	bool ahead;
	bool strays; /* … but its thread had gone another way already: it would not have come there */
	struct hd_wire_event later;
	uint32_t later_done;			      /* steps of its thread before it there */
	uint32_t later_nth;			      /* of its thread, kind and place there, from 0 */
	struct hd_decisive_place at;		      /* where it is … */
	struct hd_decisive_place callers[HD_CALLERS]; /* … and where its function was called, and so on */
	unsigned ncallers;
	struct hd_positions first_at, second_at, look_at, change_at;
};

struct hd_decisive_list {
	struct hd_decisive *list;
	size_t n, cap;
	uint64_t runs;		     /* experiments that were made */
	unsigned npassing, nfailing; /* runs in which the operations were looked for */
	/* Threads, as bits, that wait for ever: in the runs that pass nobody else wakes a thread where they
	 * wait now. 0: there are no such threads. */
	uint64_t each_other;
	bool always; /* in none of them the program has passed, whichever thread was the first or the last */
};

void hd_decisive_free(struct hd_decisive_list *l);

/* The value that e reads is an address in the block that is freed there. */
static inline bool hd_reads_pointer_to(const struct hd_wire_event *e, const struct hd_wire_event *freed)
{
	return hd_event_flags[e->op.kind] & HD_F_ACCESS && e->value_known && e->op.size == sizeof(void *) &&
	       e->value - freed->op.addr < freed->place.size;
}
