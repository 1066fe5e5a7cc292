/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/work/local_worker.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "heddle/worker/work_bugs.h"
#include "heddle/worker/work_open.h"
#include "store/store_name.h"

#define LEASE	    8.0 /* seconds: a worker that is killed keeps others from its unit for no longer */
#define RENEW_EVERY 2.0
#define PATIENCE    600.0 /* seconds in which the store may answer again */

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

/* It has a unit: under way, or over and not in the store yet. */
static bool has_unit(const struct hd_unit_search *s)
{
	return s->process.pid || s->result.verdict;
}

unsigned hd_local_worker_running(const struct hd_local_worker *w)
{
	unsigned n = 0;

	for (unsigned i = 0; i < w->jobs; i++)
		n += has_unit(&w->searches[i]);
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
		if (has_unit(&w->searches[i]))
			used += hd_unit_jobs(&w->searches[i].lease.unit);
	return used < w->jobs ? w->jobs - used : 0;
}

static void renew(struct hd_local_worker *w)
{
	double now = hd_now();

	if (now < w->renew_at || !hd_local_worker_running(w) || hd_store_begin(w->store) != HD_STORE_FINE)
		return;
	w->renew_at = now + RENEW_EVERY;
	for (unsigned i = 0; i < w->jobs; i++)
		if (has_unit(&w->searches[i]))
			hd_work_renew(w->store, &w->searches[i].lease, LEASE);
	hd_store_commit(w->store);
}

bool hd_local_worker_lease(struct hd_local_worker *w)
{
	renew(w); /* before the server, which was away, thinks this one lost */
	for (unsigned i = 0; i < w->jobs && room(w); i++) {
		struct hd_unit_search *s = &w->searches[i];

		if (has_unit(s))
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

/* What was interrupted is for another one, or for this one when it goes on. Other machines have no other way
 * to the folder of a failure than the store. */
static bool put_result(struct hd_local_worker *w, struct hd_unit_search *s)
{
	if (hd_store_begin(w->store) != HD_STORE_FINE)
		return false;
	if (w->signals->interrupts && strcmp(s->result.verdict, "failed") != 0)
		hd_work_give_back(w->store, &s->lease, "interrupted");
	else if (hd_work_finish(w->store, &s->lease, &s->result) && s->bug &&
		 hd_store_is_remote(w->place.store))
		hd_work_put_bug(w->store, s->lease.unit.id, w->place.out, s->bug);
	return hd_store_commit(w->store) == HD_STORE_FINE;
}

/* The result waits for a store that does not answer. */
static bool may_answer(const struct hd_local_worker *w, const struct hd_unit_search *s)
{
	return (hd_store_state(w->store) == HD_STORE_FINE || hd_work_may_pass(w->store)) &&
	       w->signals->interrupts < 2 && hd_now() < s->ended + PATIENCE;
}

/* False: later. */
static bool finish(struct hd_local_worker *w, struct hd_unit_search *s)
{
	bool there = put_result(w, s);

	if (!there && may_answer(w, s))
		return false;
	if (!there)
		hd_complain(
		    "the result of `%s` could not be put into the store (%s); it will be searched again",
		    s->lease.unit.key, hd_store_why(w->store));
	hd_unit_result_free(&s->result);
	hd_work_lease_free(&s->lease);
	return true;
}

static void stop_searches(struct hd_local_worker *w)
{
	bool stop = w->signals->interrupts > w->forwarded;

	w->forwarded = w->signals->interrupts;
	for (unsigned i = 0; i < w->jobs; i++)
		hd_test_process_look_after(&w->searches[i].process, stop);
}

/* True: it has come to nothing, and is under way again. */
static bool tries_again(struct hd_local_worker *w, struct hd_unit_search *s)
{
	if (*s->result.report || s->process.killed || !hd_store_is_remote(w->place.store) ||
	    w->signals->interrupts || ++s->tries == HD_TEST_TRIES)
		return false;
	hd_unit_result_free(&s->result);
	return hd_unit_search_start(s, &w->place, w->signals);
}

bool hd_local_worker_look(struct hd_local_worker *w)
{
	bool any = false;

	stop_searches(w);
	for (unsigned i = 0; i < w->jobs; i++) {
		struct hd_unit_search *s = &w->searches[i];

		if (hd_test_process_ended(&s->process)) {
			hd_unit_search_end(s, &w->place);
			if (tries_again(w, s))
				continue;
		}
		if (s->result.verdict)
			any |= finish(w, s);
	}
	renew(w);
	return any;
}
