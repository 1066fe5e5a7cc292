/* SPDX-License-Identifier: Apache-2.0
 *
 * What the parts of worker.h share. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "heddle/cli/stop_signals.h"
#include "heddle/worker/worker_options.h"
#include "store/store.h"
#include "store/work.h"

struct hd_worker {
	const struct hd_worker_options *options;
	struct hd_signals *signals;
	struct hd_store *store;
	char *shown;  /* the store, for people    */
	char *name;   /* of this worker           */
	char *folder; /* for what it has fetched */
	int64_t campaign;
	bool planned;	   /* somebody plans it round by round: heddle campaign  */
	double idle_since; /* when it had nothing to do first; 0: it has       */
	uint64_t done, refused;
};
