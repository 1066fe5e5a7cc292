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

struct hd_decisive {		/* `first` came before `second`; the other way round the program passes */
	uint64_t first, second; /* steps of the run */
	/* The program passes only if what the thread of `first` did with the same memory from step `look` on
	 * comes after `second`, too. */
	bool looked;
	uint64_t look;
	/* The thread of `first` waited before step `hold` when the program passed. */
	bool held;
	uint64_t hold;
	/* Not an order: `first` is a signal that woke the thread that goes on with `second`; when it wakes
	 * another waiter the program passes. */
	bool choice;
	/* `first` sends a signal, or sets a timer that does, and it is handled at `second`; when that is at
	 * another moment the program passes. */
	bool interrupts;
	/* The run ended before the second operation: `later` is it, in a run that passes. */
	bool ahead;
	struct hd_wire_event later;
	struct hd_decisive_place at;		      /* where it is … */
	struct hd_decisive_place callers[HD_CALLERS]; /* … and where its function was called, and so on */
	unsigned ncallers;
};

struct hd_decisive_list {
	struct hd_decisive *list;
	size_t n, cap;
	uint64_t runs; /* experiments that were made */
	bool always; /* in none of them the program has passed, whichever thread was the first or the last */
};

void hd_decisive_free(struct hd_decisive_list *l);
