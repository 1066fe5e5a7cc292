/* SPDX-License-Identifier: Apache-2.0
 *
 * A unit's key is its round, which of several searches of the test in that round it is, unless it is the
 * first, and the test's name: "3 t", "3.1 t". So what is in the store tells all that is needed to go on. */
#include "heddle/work/campaign_work.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/learnt/learnt.h"
#include "heddle/suite/search.h"
#include "heddle/suite/share.h"
#include "heddle/work/fetch_bugs.h"
#include "report/json/search_read.h"
#include "heddle/work/unit_search.h"
#include "heddle/worker/work_args.h"
#include "store/store_name.h"
#include "store/work_files.h"
#include "symbol/elf.h"

#define WORTH_A_SEARCH 0.3 /* seconds */

/* ---- pools of time ---- */

static size_t index_of(const struct hd_campaign_work *w, const struct hd_suite_test *t)
{
	return (size_t)(t - w->tests->suite.tests);
}

static const struct hd_campaign_entry *entry_of(const struct hd_campaign_work *w,
						const struct hd_suite_test *t)
{
	return &w->file->entries[w->tests->entries[index_of(w, t)]];
}

/* Of an entry with a time of its own its number, else the number of entries. */
static size_t pool_of(const struct hd_campaign_work *w, const struct hd_suite_test *t)
{
	return entry_of(w, t)->seconds > 0 ? w->tests->entries[index_of(w, t)] : w->file->n;
}

static double seconds_of_pool(const struct hd_campaign_work *w, size_t pool)
{
	return pool < w->file->n ? w->file->entries[pool].seconds : w->seconds;
}

/* Searches at the same time, of all machines. */
static unsigned all_jobs(const struct hd_campaign_work *w)
{
	return w->jobs * w->workers;
}

static double left_in_pool(const struct hd_campaign_work *w, size_t pool)
{
	return seconds_of_pool(w, pool) - w->used[pool] / all_jobs(w);
}

double hd_campaign_work_left(const struct hd_campaign_work *w)
{
	double left = 0;

	for (size_t pool = 0; pool <= w->file->n; pool++)
		for (size_t i = 0; i < w->tests->suite.n; i++)
			if (pool_of(w, &w->tests->suite.tests[i]) == pool) {
				left += fmax(left_in_pool(w, pool), 0);
				break;
			}
	return left;
}

static uint64_t runs_of(const struct hd_campaign_work *w, const struct hd_suite_test *t)
{
	return entry_of(w, t)->runs ? entry_of(w, t)->runs : w->file->runs;
}

/* ---- what is done ---- */

static int compare_units(const void *a, const void *b)
{
	const int64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static bool is_seen(const struct hd_campaign_work *w, int64_t unit)
{
	return w->nseen && bsearch(&unit, w->seen, w->nseen, sizeof(*w->seen), compare_units);
}

static void mark_seen(struct hd_campaign_work *w, int64_t unit)
{
	w->seen = hd_grow(w->seen, &w->seen_cap, w->nseen + 1, sizeof(*w->seen));
	w->seen[w->nseen++] = unit;
	qsort(w->seen, w->nseen, sizeof(*w->seen), compare_units);
}

static void take_news(struct hd_campaign_work *w, const struct hd_suite_test *t,
		      const struct hd_search_read *read)
{
	for (size_t i = 0; i < read->nknown; i++) {
		const struct hd_search_known *k = &read->known[i];

		if (!k->state)
			continue;
		w->news = hd_grow(w->news, &w->news_cap, w->nnews + 1, sizeof(*w->news));
		w->news[w->nnews++] = (struct hd_campaign_news){
		    .test = t->name,
		    .state = hd_strdup(k->state),
		    .what = hd_sprintf("%s: %s", k->folder ? hd_base_name(k->folder) : "?",
				       k->message ? k->message : "?")};
	}
}

/* Its time was over before a run was, as on a busy machine: that says nothing that earlier searches of the
 * test have not said. */
static bool is_no_news(const struct hd_suite_result *r, const struct hd_search_read *read)
{
	return r->rounds && !read->runs && !read->kind && !strcmp(read->verdict, HD_VERDICT_INCONCLUSIVE);
}

/* A failure that another machine has found gets a folder here. False: the store has an error; later. */
static bool take_report(struct hd_campaign_work *w, struct hd_suite_test *t, const struct hd_work_unit *u,
			bool *news)
{
	struct hd_search_read read;
	bool fine;

	if (!hd_search_read_text(u->result.report, &read))
		return true;
	if (read.bug)
		hd_fetch_bugs(w->store, u, w->out, &read.bug); /* else it was found here */
	fine = hd_store_state(w->store) == HD_STORE_FINE;
	*news = !is_no_news(&t->result, &read);
	if (fine && *news) {
		take_news(w, t, &read);
		w->fresh += read.fresh;
		hd_suite_take_results(&t->result, &read);
	}
	hd_search_read_free(&read);
	return fine;
}

static bool take_result(struct hd_campaign_work *w, struct hd_suite_test *t, const struct hd_work_unit *u)
{
	struct hd_suite_result *r = &t->result;
	unsigned before = r->rounds;
	bool news = true;

	if (!take_report(w, t, u, &news))
		return false;
	if (news && ((u->result.status >= HD_EXIT_TROUBLE && !hd_suite_failed(t)) || r->rounds == before)) {
		r->verdict = HD_VERDICT_ERROR;
		free(r->message);
		r->message =
		    hd_strdup(u->state == HD_WORK_GIVEN_UP ? "given up: its workers were lost again and again"
							   : u->result.message);
		r->rounds = before + 1;
	}
	w->used[pool_of(w, t)] += u->result.seconds * hd_unit_jobs(u);
	return true;
}

static bool is_over(enum hd_work_state state)
{
	return state == HD_WORK_DONE || state == HD_WORK_GIVEN_UP;
}

/* False: later. */
static bool take_unit(struct hd_campaign_work *w, int64_t id)
{
	struct hd_work_unit u;
	bool taken = false;

	while (hd_work_read_unit(w->store, id, &u)) {
		const char *name = strchr(u.key, ' ');
		struct hd_suite_test *t = name ? hd_campaign_test_named(w->tests, name + 1) : NULL;

		taken = !t || take_result(w, t, &u);
	}
	if (taken)
		mark_seen(w, id);
	return taken;
}

/* Results are large, and each is read once. */
static bool look_at_units(struct hd_campaign_work *w)
{
	size_t before = w->waiting;
	struct hd_work_progress p;
	bool any = false;

	w->waiting = 0;
	while (hd_work_next_progress(w->store, w->id, &p)) {
		unsigned round = (unsigned)strtoul(p.key, NULL, 10);

		if (round > w->round)
			w->round = round;
		w->waiting += !is_over(p.state);
		if (is_over(p.state) && !is_seen(w, p.id))
			any |= take_unit(w, p.id);
	}
	if (hd_store_state(w->store) != HD_STORE_FINE)
		w->waiting = before ? before : 1; /* not all of them were read */
	return any;
}

/* A batch of a server asks it again when it did not answer before. As long as it does not, nothing is known
 * to be done. */
bool hd_campaign_work_look(struct hd_campaign_work *w)
{
	bool remote = hd_store_is_remote(w->store_name), any;

	if (remote && hd_store_begin(w->store) != HD_STORE_FINE)
		return false;
	any = look_at_units(w);
	if (remote)
		hd_store_commit(w->store);
	return any;
}

/* ---- what is to be done ---- */

static struct hd_work_words words_from(const struct hd_words *words, size_t first)
{
	return hd_work_words((const char *const *)words->at + first, words->count - first);
}

/* What other machines need: which file it is, and the file itself. */
static void name_files(const struct hd_campaign_work *w, const struct hd_suite_test *t,
		       struct hd_work_unit *u, char hash[HD_SHA256_TEXT])
{
	char of_input[HD_SHA256_TEXT];

	if (hd_sha256_file(t->argv.at[0], hash, NULL))
		*hash = '\0';
	if (!hd_store_is_remote(w->store_name))
		return;
	u->file = hd_work_put_file(w->store, t->argv.at[0], hash);
	if (*u->input)
		u->input_file = hd_work_put_file(w->store, u->input, of_input);
}

/* The test's arguments are those of the entry, with its input in the place of marks. */
static bool has_marked_input(const struct hd_campaign_entry *e, const struct hd_suite_test *t)
{
	bool marked = false, same = t->input && e->words.count == t->argv.count;

	for (size_t i = 1; same && i < t->argv.count; i++) {
		char *word = hd_work_with_input(e->words.at[i], t->input);

		same = !strcmp(word, t->argv.at[i]);
		marked |= strcmp(word, e->words.at[i]) != 0;
		free(word);
	}
	return same && marked;
}

/* To be freed. */
static char *key_of(const struct hd_campaign_work *w, const struct hd_suite_test *t, unsigned part)
{
	return part ? hd_sprintf("%u.%u %s", w->round, part, t->name)
		    : hd_sprintf("%u %s", w->round, t->name);
}

struct budget {
	double seconds;
	uint64_t runs;
	unsigned jobs, part;
};

static void put_unit(struct hd_campaign_work *w, const struct hd_suite_test *t, struct budget b)
{
	const struct hd_campaign_entry *e = entry_of(w, t);
	struct hd_words options = {0};
	char *key = key_of(w, t, b.part), *build = hd_elf_build_text(t->argv.at[0]),
	     *program = hd_learnt_program_name(w->store_name, t->argv.at[0]), *here = realpath(".", NULL);
	char hash[HD_SHA256_TEXT];
	struct hd_work_unit u = {.campaign = w->id,
				 .key = key,
				 .program = program,
				 .path = t->argv.at[0],
				 .build_id = build,
				 .hash = hash,
				 .folder = t->directory ? t->directory
					   : here	? here
							: "",
				 .input = t->input ? t->input : "",
				 .seconds = b.seconds,
				 .runs = (int64_t)b.runs,
				 .priority = (int64_t)(100 * hd_share_weight(t))};

	hd_words_add_all(&options, &w->file->options);
	hd_words_add_all(&options, &e->options);
	hd_words_addf(&options, "--jobs=%u", b.jobs);
	for (size_t i = 0; i < t->variables.count; i++)
		hd_words_addf(&options, "--env=%s", t->variables.at[i]);
	u.args = words_from(has_marked_input(e, t) ? &e->words : &t->argv, 1);
	u.options = words_from(&options, 0);
	name_files(w, t, &u, hash);
	hd_work_put_unit(w->store, &u);
	w->waiting++;
	free((char *)u.args.bytes);
	free((char *)u.options.bytes);
	hd_words_free(&options);
	free(key);
	free(build);
	free(program);
	free(here);
}

struct round_of_pool {
	double left, weights;
	size_t n, waiting;
};

/* Tests of the pool that have not been looked at, or those that are open: how many, and what they promise. */
static struct round_of_pool survey(const struct hd_campaign_work *w, size_t pool, bool looks)
{
	struct round_of_pool r = {.left = left_in_pool(w, pool)};

	for (size_t i = 0; i < w->tests->suite.n; i++) {
		const struct hd_suite_test *t = &w->tests->suite.tests[i];

		if (pool_of(w, t) != pool)
			continue;
		if (looks ? !t->result.rounds && !t->skipped : hd_share_is_open(t) && !runs_of(w, t)) {
			r.n++;
			r.weights += hd_share_weight(t);
		}
	}
	r.waiting = r.n;
	return r;
}

/* Those that were not searched yet: a short look, or as many runs as the file says. */
static void put_looks(struct hd_campaign_work *w, size_t pool)
{
	const struct round_of_pool r = survey(w, pool, true);

	for (size_t i = 0; r.n && i < w->tests->suite.n; i++) {
		const struct hd_suite_test *t = &w->tests->suite.tests[i];
		uint64_t runs = runs_of(w, t);

		if (pool_of(w, t) != pool || t->result.rounds || t->skipped)
			continue;
		if (runs)
			put_unit(w, t, (struct budget){seconds_of_pool(w, pool), runs, 1, 0});
		else
			put_unit(
			    w, t,
			    (struct budget){hd_share_of_look(r.left, r.n, all_jobs(w)), HD_LOOK_RUNS, 1, 0});
	}
}

/* How many searches of each of `n` tests are made at the same time, and with how many jobs each: all machines
 * have something to do, and each has as many jobs as it can. */
static unsigned divide_machines(const struct hd_campaign_work *w, size_t n, unsigned *jobs)
{
	unsigned parts = n && n < w->workers ? w->workers / (unsigned)n : 1;
	unsigned on_each = ((unsigned)n * parts + w->workers - 1) / w->workers;

	*jobs = on_each && on_each < w->jobs ? w->jobs / on_each : 1;
	return parts;
}

static void put_shares(struct hd_campaign_work *w, size_t pool)
{
	struct round_of_pool r = survey(w, pool, false);
	unsigned jobs, parts = divide_machines(w, r.n, &jobs);

	if (r.left < WORTH_A_SEARCH)
		return;
	for (size_t i = 0; r.waiting && i < w->tests->suite.n; i++) {
		const struct hd_suite_test *t = &w->tests->suite.tests[i];
		double share;

		if (pool_of(w, t) != pool || !hd_share_is_open(t) || runs_of(w, t))
			continue;
		share = hd_share_of_round(r.left, hd_share_weight(t), r.weights, r.n, all_jobs(w));
		for (unsigned part = 0; part < parts; part++)
			put_unit(w, t, (struct budget){share, 0, jobs, part});
		r.waiting--;
	}
}

bool hd_campaign_work_plan(struct hd_campaign_work *w)
{
	if (w->waiting)
		return true;
	if (hd_store_begin(w->store) != HD_STORE_FINE)
		return true; /* later */
	w->round++;
	for (size_t pool = 0; pool <= w->file->n; pool++)
		put_looks(w, pool);
	for (size_t pool = 0; !w->waiting && pool <= w->file->n; pool++)
		put_shares(w, pool);
	if (hd_store_commit(w->store) != HD_STORE_FINE) {
		w->waiting = 0;
		w->round--;
		return true;
	}
	return w->waiting;
}

/* ---- begin and end ---- */

/* Some unit is about another build than the test of its name now. */
static bool is_rebuilt(struct hd_campaign_work *w)
{
	struct hd_work_unit u;
	bool rebuilt = false;

	while (hd_work_next_unit(w->store, w->id, &u)) {
		char *build = hd_elf_build_text(u.path);

		rebuilt |= strcmp(build, u.build_id) != 0;
		free(build);
	}
	return rebuilt;
}

/* The open one of this name, if it can be gone on with; what cannot is ended. */
static bool go_on(struct hd_campaign_work *w, const char *name, const char *text, bool anew)
{
	struct hd_work_campaign c;
	bool same;

	if (!hd_work_find_campaign(w->store, name, &c))
		return false;
	w->id = c.id;
	same = !anew && !strcmp(c.state, HD_WORK_OPEN) && !strcmp(c.text, text) &&
	       !strcmp(c.heddle, HD_WORK_VERSION) && !is_rebuilt(w);
	if (!same && !strcmp(c.state, HD_WORK_OPEN) && hd_store_begin(w->store) == HD_STORE_FINE) {
		hd_work_end_campaign(w->store, c.id, "replaced");
		hd_store_commit(w->store);
	}
	hd_work_campaign_free(&c);
	return same;
}

bool hd_campaign_work_begin(struct hd_campaign_work *w, const char *name, const char *text, bool anew,
			    bool *goes_on)
{
	w->used = hd_new(w->file->n + 1, sizeof(*w->used));
	*goes_on = go_on(w, name, text, anew);
	if (*goes_on) {
		hd_campaign_work_look(w);
	} else if (hd_store_begin(w->store) == HD_STORE_FINE) {
		w->id = hd_work_new_campaign(w->store,
					     &(struct hd_work_campaign){.name = name,
									.text = text,
									.heddle = HD_WORK_VERSION,
									.started = (int64_t)time(NULL)});
		hd_store_commit(w->store);
	}
	return w->id && hd_store_state(w->store) == HD_STORE_FINE;
}

void hd_campaign_work_end(struct hd_campaign_work *w, const char *state)
{
	if (hd_store_begin(w->store) != HD_STORE_FINE)
		return;
	hd_work_end_campaign(w->store, w->id, state);
	hd_store_commit(w->store);
}

void hd_campaign_work_free(struct hd_campaign_work *w)
{
	for (size_t i = 0; i < w->nnews; i++) {
		free(w->news[i].state);
		free(w->news[i].what);
	}
	free(w->news);
	free(w->seen);
	free(w->used);
}
