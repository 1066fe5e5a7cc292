/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/worker/worker.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "heddle/cli/cmd.h"
#include "heddle/worker/work_open.h"
#include "heddle/worker/work_program.h"
#include "heddle/worker/work_search.h"
#include "heddle/worker/worker_state.h"
#include "store/store_name.h"

#define LOOK_EVERY   50	   /* milliseconds between looks at a search          */
#define ASK_EVERY    500   /* … between questions for work when there is none */
#define END_PATIENCE 600.0 /* … and take a result                            */
#define NEXT_ROUND   20.0  /* seconds in which the next round of a campaign comes  */
#define RENEW_PART   3	   /* a lease is renewed so often before it ends      */

static void wait_a_little(struct hd_worker *w, int milliseconds)
{
	struct pollfd news = {.fd = w->signals->fd, .events = POLLIN};

	poll(&news, 1, milliseconds);
	hd_signals_read(w->signals);
}

/* Which worker it is: no other one is ever called so. */
static char *own_name(void)
{
	char host[128] = "?";
	uint16_t number = 0;

	gethostname(host, sizeof host - 1);
	getrandom(&number, sizeof number, 0);
	return hd_sprintf("%s:%ld-%04x", host, (long)getpid(), number);
}

/* HD_STATUS_OK, or TROUBLE after a sentence. */
static int join(struct hd_worker *w, const struct hd_work_campaign *c)
{
	struct hd_work_counts n;

	if (strcmp(c->heddle, HD_WORK_VERSION) != 0)
		return hd_complain(
		    "the campaign `%s` was made by heddle %s, and this is %s: its workers must be of the "
		    "same version",
		    c->name, c->heddle, HD_WORK_VERSION);
	w->campaign = c->id;
	w->planned = *c->text;
	hd_work_count(w->store, c->id, &n);
	if (!w->options->quiet)
		printf("heddle: worker %s takes part in the campaign `%s` (%" PRIu64 " of %" PRIu64
		       " units are to be done)\n",
		       w->name, c->name, n.ready + n.leased, n.units);
	fflush(stdout);
	return HD_STATUS_OK;
}

static bool find_campaign(struct hd_worker *w, struct hd_work_campaign *c)
{
	while (!hd_work_find_campaign(w->store, w->options->campaign, c) ||
	       strcmp(c->state, HD_WORK_OPEN) != 0) {
		if (!w->options->wait || w->signals->interrupts)
			return false;
		wait_a_little(w, ASK_EVERY);
		if (hd_store_begin(w->store) == HD_STORE_FINE) /* an error that passes is forgotten */
			hd_store_commit(w->store);
	}
	return true;
}

static int find_and_join(struct hd_worker *w)
{
	struct hd_work_campaign c = {0};
	bool found = find_campaign(w, &c);
	int status = found ? join(w, &c) : HD_STATUS_TROUBLE;

	if (!found && w->options->campaign)
		hd_complain("there is no open campaign `%s` in the store %s", w->options->campaign, w->shown);
	else if (!found)
		hd_complain("there is no open campaign in the store %s", w->shown);
	hd_work_campaign_free(&c);
	return status;
}

/* True: the store has taken it. */
static bool renew(struct hd_worker *w, const struct hd_work_lease *l, bool *ours)
{
	bool is_ours;

	if (hd_store_begin(w->store) != HD_STORE_FINE)
		return false;
	is_ours = hd_work_renew(w->store, l, w->options->lease);
	if (hd_store_commit(w->store) != HD_STORE_FINE)
		return false;
	*ours = is_ours;
	return true;
}

/* Until it is over. False: its lease was lost, and it was ended. */
static bool watch(struct hd_worker *w, struct hd_work_search *s, const struct hd_work_lease *l)
{
	double due = hd_now() + w->options->lease / RENEW_PART;
	bool ours = true, stopping = false;

	while (!hd_test_process_ended(&s->process) && ours) {
		wait_a_little(w, LOOK_EVERY);
		hd_test_process_look_after(&s->process, w->signals->interrupts && !stopping);
		stopping = w->signals->interrupts;
		if (hd_now() < due)
			continue;
		renew(w, l, &ours);
		due = hd_now() + w->options->lease / RENEW_PART;
	}
	if (!ours)
		hd_test_process_kill(&s->process);
	return ours;
}

static void say_result(const struct hd_worker *w, const struct hd_work_unit *u,
		       const struct hd_work_result *r)
{
	if (w->options->quiet)
		return;
	printf("heddle: unit %s: %s, %" PRId64 " runs in %.1f s%s%s\n", u->key, r->verdict, r->runs,
	       r->seconds, r->message[0] ? ": " : "", r->message);
	fflush(stdout);
}

static void say_lost(const struct hd_work_unit *u)
{
	hd_complain("unit %s went to another worker, because this one was thought lost", u->key);
}

/* The result gets there, however long the server is away; but another worker may have been faster then. */
static void hand_in(struct hd_worker *w, const struct hd_work_search *s, const struct hd_work_lease *l)
{
	double begin = hd_now(), end = begin + END_PATIENCE;
	struct hd_work_result r;
	bool ours = false, told = false, there;

	hd_work_search_read(s, &r);
	while (!(there = hd_work_search_put(w, s, l, &r, &ours)) && hd_now() < end &&
	       (hd_store_state(w->store) == HD_STORE_FINE || hd_work_may_pass(w->store)) &&
	       w->signals->interrupts < 2) {
		if (!told && hd_now() > begin + 2) {
			hd_complain("the store %s does not answer (%s); the result of unit %s waits for it",
				    w->shown, hd_store_why(w->store), l->unit.key);
			told = true;
		}
		wait_a_little(w, 200);
	}
	if (!there)
		hd_complain("the result of unit %s could not be put into the store %s (%s); another worker "
			    "will do it "
			    "again",
			    l->unit.key, w->shown, hd_store_why(w->store));
	else if (ours)
		say_result(w, &l->unit, &r);
	else
		say_lost(&l->unit);
	w->done += there && ours;
	hd_work_result_free(&r);
}

static void give_back(struct hd_worker *w, const struct hd_work_lease *l, const char *why)
{
	if (hd_store_begin(w->store) == HD_STORE_FINE) {
		hd_work_give_back(w->store, l, why);
		hd_store_commit(w->store);
	}
}

/* False: it could not be started. What came to nothing is made again. */
static bool search_unit(struct hd_worker *w, const struct hd_work_lease *l, const char *program,
			const char *input)
{
	struct hd_work_search s = {0};
	bool started = true, ours = true;

	for (int tries = 0; tries < HD_TEST_TRIES && started && ours; tries++) {
		hd_work_search_free(&s);
		started = hd_work_search_start(w, &s, &l->unit, program, input);
		ours = !started || watch(w, &s, l);
		if (!started || !hd_work_search_is_void(w, &s))
			break;
	}
	if (started && ours && w->signals->interrupts)
		give_back(w, l, "its worker was stopped");
	else if (started && ours)
		hand_in(w, &s, l);
	else if (started)
		say_lost(&l->unit);
	hd_work_search_free(&s);
	return started;
}

static void do_unit(struct hd_worker *w, const struct hd_work_lease *l)
{
	char *why = NULL, *input = NULL, *program = hd_work_program(w, &l->unit, &why);

	if (program)
		input = hd_work_input(w, &l->unit, &why);
	if (why) {
		hd_complain("unit %s is given back: %s", l->unit.key, why);
		give_back(w, l, why);
		w->refused++;
	} else if (!search_unit(w, l, program, input)) {
		give_back(w, l, "its worker could not start a search");
	}
	free(program);
	free(input);
	free(why);
}

static bool campaign_is_open(struct hd_worker *w)
{
	struct hd_work_campaign c;
	bool open = false;

	while (hd_work_next_campaign(w->store, &c))
		open |= c.id == w->campaign && !strcmp(c.state, HD_WORK_OPEN);
	return open || hd_work_may_pass(w->store);
}

/* There is nothing to lease now. True: there may be later. Between two rounds of a campaign there is nothing
 * for a moment, and for longer if its planner is gone. */
static bool may_come(struct hd_worker *w)
{
	struct hd_work_counts n;

	if (!campaign_is_open(w))
		return false;
	if (!w->options->once)
		return true;
	hd_work_count(w->store, w->campaign, &n);
	if (hd_work_may_pass(w->store) || n.leased || n.ready > w->refused) {
		w->idle_since = 0;
		return true;
	}
	if (!w->idle_since)
		w->idle_since = hd_now();
	return w->planned && hd_now() < w->idle_since + NEXT_ROUND;
}

static int work(struct hd_worker *w)
{
	struct hd_work_lease l;
	bool more = true;

	while (more && !w->signals->interrupts) {
		bool got = false, answered = false;

		if (hd_store_begin(w->store) == HD_STORE_FINE) {
			got = hd_work_lease(w->store, w->campaign, w->name, w->options->lease, &l);
			answered = hd_store_commit(w->store) == HD_STORE_FINE;
		}
		if (got && answered) {
			w->idle_since = 0;
			do_unit(w, &l);
		} else if (hd_store_state(w->store) != HD_STORE_FINE && !hd_work_may_pass(w->store))
			return hd_complain("cannot use the store %s (%s)", w->shown, hd_store_why(w->store));
		else if (answered)
			more = may_come(w);
		if (got)
			hd_work_lease_free(&l);
		else
			wait_a_little(w, ASK_EVERY / 2 + (int)(getpid() % ASK_EVERY));
	}
	if (!w->options->quiet)
		printf("heddle: worker %s has done %" PRIu64 " unit%s\n", w->name, w->done,
		       w->done == 1 ? "" : "s");
	return w->refused ? HD_STATUS_TROUBLE : HD_STATUS_OK;
}

static bool make_folder(struct hd_worker *w)
{
	const char *base = getenv("TMPDIR");

	w->folder = hd_sprintf("%s/heddle-worker-XXXXXX", base && base[0] ? base : "/tmp");
	if (mkdtemp(w->folder))
		return true;
	hd_complain_errno(errno, "cannot make a folder %s", w->folder);
	free(w->folder);
	w->folder = NULL;
	return false;
}

int hd_worker_run(const struct hd_worker_options *o)
{
	struct hd_signals signals;
	struct hd_worker w = {.options = o, .signals = &signals, .shown = hd_store_shown(o->store)};
	int status = HD_STATUS_TROUBLE;

	if (hd_signals_init(&signals)) {
		free(w.shown);
		return HD_STATUS_TROUBLE;
	}
	w.name = own_name();
	w.store = hd_work_open(o->store, w.shown, HD_STORE_WRITE);
	if (w.store && make_folder(&w)) {
		status = find_and_join(&w);
		if (!status)
			status = work(&w);
		hd_remove_tree(w.folder);
	}
	hd_store_close(w.store);
	hd_signals_term(&signals);
	free(w.folder);
	free(w.name);
	free(w.shown);
	return status;
}
