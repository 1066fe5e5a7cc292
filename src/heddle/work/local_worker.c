/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/work/local_worker.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"

#define LEASE	    8.0 /* seconds: a worker that is killed keeps others from its unit for no longer */
#define RENEW_EVERY 2.0

void hd_local_worker_init(struct hd_local_worker *w)
{
	char host[256] = "";

	gethostname(host, sizeof(host) - 1);
	w->owner = hd_sprintf("%s:%ld", host, (long)getpid());
}

void hd_local_worker_term(struct hd_local_worker *w)
{
	free(w->owner);
}

unsigned hd_local_worker_running(const struct hd_local_worker *w)
{
	unsigned n = 0;

	for (unsigned i = 0; i < w->jobs; i++)
		n += w->searches[i].process.pid != 0;
	return n;
}

const char *hd_local_worker_now(const struct hd_local_worker *w)
{
	for (unsigned i = 0; i < w->jobs; i++)
		if (w->searches[i].process.pid) {
			const char *name = strchr(w->searches[i].lease.unit.key, ' ');

			return name ? name + 1 : w->searches[i].lease.unit.key;
		}
	return NULL;
}

/* A batch of its own: others wait for it no longer than it takes. */
static bool lease_one(struct hd_local_worker *w, struct hd_work_lease *l)
{
	bool got;

	if (hd_store_begin(w->store) != HD_STORE_FINE)
		return false;
	got = hd_work_lease(w->store, w->campaign, w->owner, LEASE, l);
	if (hd_store_commit(w->store) == HD_STORE_FINE)
		return got;
	if (got)
		hd_work_lease_free(l);
	return false;
}

/* How many more searches with one worker there is room for. */
static unsigned room(const struct hd_local_worker *w)
{
	unsigned used = 0;

	for (unsigned i = 0; i < w->jobs; i++)
		if (w->searches[i].process.pid)
			used += hd_unit_jobs(&w->searches[i].lease.unit);
	return used < w->jobs ? w->jobs - used : 0;
}

bool hd_local_worker_lease(struct hd_local_worker *w)
{
	for (unsigned i = 0; i < w->jobs && room(w); i++) {
		struct hd_unit_search *s = &w->searches[i];

		if (s->process.pid)
			continue;
		*s = (struct hd_unit_search){.number = w->searched};
		if (!lease_one(w, &s->lease))
			return true;
		w->searched++;
		if (!hd_unit_search_start(s, &w->place, w->signals))
			return false;
	}
	return true;
}

/* What was interrupted is for another one, or for this one when it goes on. */
static void finish(struct hd_local_worker *w, struct hd_unit_search *s)
{
	struct hd_work_result r;

	hd_unit_search_end(s, &w->place, &r);
	for (int tries = 0; tries < 10; tries++) {
		if (hd_store_begin(w->store) == HD_STORE_FINE) {
			if (w->signals->interrupts && strcmp(r.verdict, "failed") != 0)
				hd_work_give_back(w->store, &s->lease, "interrupted");
			else
				hd_work_finish(w->store, &s->lease, &r);
			if (hd_store_commit(w->store) == HD_STORE_FINE)
				break;
		}
		usleep(100000);
	}
	hd_unit_result_free(&r);
	hd_work_lease_free(&s->lease);
}

static void renew(struct hd_local_worker *w)
{
	double now = hd_now();

	if (now < w->renew_at || !hd_local_worker_running(w) || hd_store_begin(w->store) != HD_STORE_FINE)
		return;
	w->renew_at = now + RENEW_EVERY;
	for (unsigned i = 0; i < w->jobs; i++)
		if (w->searches[i].process.pid)
			hd_work_renew(w->store, &w->searches[i].lease, LEASE);
	hd_store_commit(w->store);
}

static void stop_searches(struct hd_local_worker *w)
{
	bool stop = w->signals->interrupts > w->forwarded;

	w->forwarded = w->signals->interrupts;
	for (unsigned i = 0; i < w->jobs; i++)
		hd_test_process_look_after(&w->searches[i].process, stop);
}

bool hd_local_worker_look(struct hd_local_worker *w)
{
	bool any = false;

	stop_searches(w);
	for (unsigned i = 0; i < w->jobs; i++) {
		struct hd_unit_search *s = &w->searches[i];

		if (!hd_test_process_ended(&s->process))
			continue;
		finish(w, s);
		any = true;
	}
	renew(w);
	return any;
}
