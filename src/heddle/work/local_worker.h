/* SPDX-License-Identifier: Apache-2.0
 *
 * Searches that this process makes of a campaign's units: it leases them, renews the leases while they are
 * searched, and finishes them. */
#pragma once

#include <stdbool.h>

#include "heddle/cli/stop_signals.h"
#include "heddle/work/unit_search.h"
#include "store/store.h"
#include "wire/wire.h"

struct hd_local_worker {
	struct hd_store *store;
	int64_t campaign;
	struct hd_unit_place place;
	struct hd_signals *signals;
	unsigned jobs;
	struct hd_unit_search searches[HD_MAX_WORKERS]; /* `jobs` of them */
	char *owner;
	unsigned searched;
	double renew_at;
	unsigned forwarded; /* requests to stop that the searches were told of */
};

void hd_local_worker_init(struct hd_local_worker *w);
/* Lease what there is for those that have nothing to do. False after a sentence: no search can be started. */
bool hd_local_worker_lease(struct hd_local_worker *w);
/* Finish what has ended; renew what has not; pass the user's wish to stop on. True: some unit was finished.
 */
bool hd_local_worker_look(struct hd_local_worker *w);
unsigned hd_local_worker_running(const struct hd_local_worker *w);
/* The name of a test that is searched now; NULL: none. */
const char *hd_local_worker_now(const struct hd_local_worker *w);
void hd_local_worker_term(struct hd_local_worker *w);
