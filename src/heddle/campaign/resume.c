/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/resume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/rng.h"
#include "base/text.h"
#include "heddle/campaign/finished.h"
#include "heddle/campaign/proof.h"
#include "heddle/learnt/frontier_bytes.h"
#include "heddle/learnt/learnt_load.h"
#include "heddle/workers/environment.h"
#include "model/gap.h"
#include "store/history.h"
#include "store/unfinished.h"
#include "strategy/complete.h"
#include "strategy/strategy.h"
#include "wire/wire_check.h"

static struct hd_frontier *frontier_of(const struct hd_campaign *c)
{
	return (struct hd_frontier *)c->workers.wire->frontier;
}

/* ---- which search it is ---- */

/* A program may decide by any variable. */
static uint64_t environment_hash(void)
{
	struct hd_text text;
	uint64_t hash = 0;
	char *variables;

	hd_text_begin(&text);
	hd_environment_write(text.f);
	variables = hd_text_end(&text);
	for (const char *c = variables; *c; c++)
		hash = hd_mix64(hash ^ (uint8_t)*c);
	free(variables);
	return hash;
}

/* What makes it another search if it is different. To be freed. */
static char *options_text(const struct hd_campaign *c)
{
	const struct hd_test_options *o = c->options;
	struct hd_text text;

	hd_text_begin(&text);
	fprintf(text.f, "depth %" PRIu32 " points %d heap %d timeouts %d spurious %d", o->search.depth,
		o->search.points, o->search.heap, o->search.timeouts, o->search.spurious);
	fprintf(text.f, " steps %" PRIu64 " status %" PRIu32 " children %d checks %" PRIx32 " %" PRIx32,
		o->max_steps, o->expect_exit, o->controls_children, o->checks, o->fail_on);
	fprintf(text.f, " environment %016" PRIx64, environment_hash());
	fprintf(text.f, " input %" PRIx64 " in %s", hd_target_input_hash(c->target), c->target->directory);
	return hd_text_end(&text);
}

/* The same of a search that has tried all. To be freed. */
static char *finished_options(const struct hd_campaign *c)
{
	char *options = options_text(c), *text = hd_sprintf("%s, all was tried", options);

	free(options);
	return text;
}

/* Every argument with its end, so that no two lists are equal. To be freed. */
static char *resume_args_text(const struct hd_target *t)
{
	struct hd_text text;

	hd_text_begin(&text);
	for (unsigned i = 0; i < t->nargs; i++)
		fprintf(text.f, "%zu:%s ", strlen(t->argv[i + 1]), t->argv[i + 1]);
	for (unsigned i = 0; i < t->nvariables; i++)
		fprintf(text.f, "env %zu:%s ", strlen(t->variables[i]), t->variables[i]);
	if (t->input_size) /* each standard input has a search of its own */
		fprintf(text.f, "input %016" PRIx64, hd_target_input_hash(t));
	return hd_text_end(&text);
}

/* What was loaded, a line each: the build and the path. To be freed. */
static char *builds_text(const struct hd_campaign *c)
{
	const struct hd_wire *wire = c->workers.wire;
	struct hd_text text;

	hd_text_begin(&text);
	for (uint32_t i = 0; i < hd_wire_modules(wire); i++) {
		const struct hd_wire_module *m = &wire->modules[i];
		char path[HD_PATH_MAX], *build;

		memcpy(path, m->path, sizeof path);
		path[sizeof path - 1] = '\0';
		build = hd_learnt_build_text(m->build_id, m->build_id_len, path);
		if (!strchr(path, '\n'))
			fprintf(text.f, "%s %s\n", build, path);
		free(build);
	}
	return hd_text_end(&text);
}

/* The first file of those that is another one now, NULL: all are the same. To be freed. */
static char *rebuilt_file(const char *builds)
{
	while (*builds) {
		size_t length = strcspn(builds, "\n");
		char *line = strndup(builds, length), *path = line ? strchr(line, '/') : NULL, *build;
		struct hd_elf elf = {0};
		bool same;

		build = path && !hd_elf_look(path, &elf)
			    ? hd_learnt_build_text(elf.build_id.bytes, elf.build_id.len, path)
			    : NULL;
		same = !path || (build && !strncmp(line, build, strlen(build)) && line[strlen(build)] == ' ');
		path = same ? NULL : hd_strdup(path);
		free(build);
		free(line);
		if (!same)
			return path;
		builds += length + (builds[length] == '\n');
	}
	return NULL;
}

/* The one that is gone on with; that of `auto` is part of it. */
static const struct hd_strategy_ops *systematic_of(const struct hd_campaign *c)
{
	int strategy = c->options->search.strategy;

	return hd_strategies[strategy < 0 ? HD_COMPLETE_STRATEGY : strategy];
}

static bool is_resumable(const struct hd_campaign *c)
{
	const struct hd_test_options *o = c->options;

	return systematic_of(c)->park && !o->afresh && !o->no_store;
}

/* ---- going on ---- */

/* Why the search cannot go on with that one; NULL: it does. To be freed. */
static char *why_not(struct hd_campaign *c, const struct hd_store_unfinished *u)
{
	char *options = options_text(c), *file = NULL, *why = NULL;
	struct hd_frontier *f = frontier_of(c);
	const char *damage;

	if (strcmp(options, u->options) != 0)
		why = hd_strdup("it had other options, input, environment or folder");
	else if ((file = rebuilt_file(u->builds)))
		why = hd_sprintf("%s is not the same file any more", file);
	else if ((damage = hd_frontier_read(u->left, u->size, f)))
		why = hd_sprintf("what the store has of it is damaged: %s", damage);
	else if (f->facts.points != c->workers.wire->shared_sites)
		why = hd_strdup("other searches have learnt more about what is shared");
	free(options);
	free(file);
	return why;
}

static void take_up(struct hd_campaign *c, const struct hd_store_unfinished *u)
{
	char runs[HD_COUNT_TEXT], left[HD_COUNT_TEXT];

	/* The other runs of `auto` shall not be those of the earlier search. */
	if (c->options->search.strategy >= 0)
		c->own.search.seed = c->workers.wire->options.seed = u->seed;
	c->workers.wire->options.systematic_seed = u->seed;
	c->workers.wire->options.goes_on = 1;
	c->workers.wire->earlier_gaps = frontier_of(c)->facts.gaps;
	c->workers.wire->earlier_limits = frontier_of(c)->facts.limits;
	if (!c->options->quiet && c->options->search.strategy >= 0)
		hd_complain("note: going on with the search of %s: %s runs done, at least %s left to try "
			    "(--anew begins again)",
			    c->target->program, hd_count_text(u->runs, runs),
			    hd_count_text(hd_frontier_left(frontier_of(c)), left));
}

static bool was_used(struct hd_store *store, uint64_t seed)
{
	struct hd_store_search search;
	bool used = false;

	while (hd_store_next_search(store, &search))
		used |= search.seed == seed;
	return used;
}

/* Runs of the same strategy by chance differ from those of all earlier searches if their seeds do. */
static void take_unused_seed(struct hd_campaign *c, struct hd_store *store)
{
	struct hd_campaign_options *o = &c->workers.wire->options;

	while (was_used(store, c->own.search.seed))
		c->own.search.seed++;
	o->seed = o->systematic_seed = c->own.search.seed;
}

/* True: it is about a search like this one that has tried all. */
static bool take_finished(struct hd_campaign *c, const struct hd_store_unfinished *u)
{
	char *options = finished_options(c), *file = NULL;
	bool same = !strcmp(options, u->options) && !(file = rebuilt_file(u->builds)) &&
		    hd_finished_take(c, u->left, u->size, u->runs);
	const char *all = strstr(u->options, ", all was tried");

	free(options);
	free(file);
	return same || all;
}

void hd_resume_load(struct hd_campaign *c)
{
	struct hd_store *store = c->learnt.store;
	struct hd_store_unfinished u;
	char *args, *why;

	if (!store || hd_store_state(store) != HD_STORE_FINE ||
	    !hd_store_program(store, c->learnt.program, false))
		return;
	if (!c->options->have_seed)
		take_unused_seed(c, store);
	if (!is_resumable(c) || c->options->anew)
		return;
	args = resume_args_text(c->target);
	if (hd_store_find_unfinished(store, args, c->options->strategy, &u)) {
		if (take_finished(c, &u)) {
			hd_store_found_unfinished(store, args, c->options->strategy);
			free(args);
			return;
		}
		why = why_not(c, &u);
		if (why)
			memset(c->workers.wire->frontier, 0, HD_FRONTIER_SIZE);
		else
			take_up(c, &u);
		if (why && !c->options->quiet && c->options->search.strategy >= 0)
			hd_complain(
			    "note: the search begins anew, although an earlier one was not finished: %s",
			    why);
		free(why);
		hd_store_found_unfinished(store, args, c->options->strategy);
	}
	free(args);
}

/* ---- leaving ---- */

/* The workers' processes are gone, so none of them has the lock. */
static void park_workers(const struct hd_campaign *c)
{
	int chosen = c->options->search.strategy;
	unsigned strategy = chosen < 0 ? HD_COMPLETE_STRATEGY : (unsigned)chosen;

	for (unsigned i = 0; i < c->workers.n; i++)
		systematic_of(c)->park(c->workers.wire->workers[i].strategy_state +
					   hd_strategy_state_offset(strategy),
				       frontier_of(c), i);
}

/* What was read outside may have changed when the next search begins, and nobody compares it. */
static bool reads_files(const struct hd_campaign *c)
{
	return hd_wire_sources(c->workers.wire) > 0;
}

/* A search that failed, or has nothing left, is not gone on with. */
static bool has_rest(const struct hd_campaign *c)
{
	const struct hd_frontier *f = frontier_of(c);

	return !c->ledger.nfailures && !c->workers.wire->exhausted && f->generation && !f->torn;
}

/* False: it is not worth it. */
static bool write_rest(struct hd_campaign *c, const char *args)
{
	struct hd_frontier *f = frontier_of(c);
	char *builds, *options;
	struct hd_store_unfinished u = {
	    .args = args, .strategy = c->options->strategy, .seed = c->workers.wire->options.systematic_seed};
	void *left;

	if (!hd_proof_keep(c, &f->facts))
		return false;
	if (reads_files(c)) /* whoever goes on does not know whether they are the same */
		f->facts.gaps |= HD_GAP_BIT(SOURCE);
	u.builds = builds = builds_text(c);
	u.options = options = options_text(c);
	left = hd_frontier_write(f, &u.size);
	u.left = left;
	u.runs = f->facts.runs;
	hd_store_put_unfinished(c->learnt.store, &u);
	free(left);
	free(builds);
	free(options);
	return true;
}

/* All was tried: the next search has nothing to do. */
static bool write_finished(struct hd_campaign *c, const char *args)
{
	char *builds, *options, *text = hd_finished_text(c);
	struct hd_store_unfinished u = {.args = args,
					.strategy = c->options->strategy,
					.seed = c->workers.wire->options.systematic_seed,
					.runs = hd_finished_runs(c)};

	if (!text || reads_files(c)) {
		free(text);
		return false;
	}
	u.builds = builds = builds_text(c);
	u.options = options = finished_options(c);
	u.left = text;
	u.size = strlen(text) + 1;
	hd_store_put_unfinished(c->learnt.store, &u);
	free(text);
	free(builds);
	free(options);
	return true;
}

void hd_resume_save(struct hd_campaign *c)
{
	struct hd_store *store = c->learnt.store;
	char *args;

	if (!is_resumable(c) || (c->finished.text && !c->ledger.nfailures) || c->trouble || !store ||
	    hd_store_state(store) != HD_STORE_FINE)
		return;
	park_workers(c);
	if (hd_store_begin(store) != HD_STORE_FINE)
		return;
	args = resume_args_text(c->target);
	hd_store_program(store, c->learnt.program, true);
	if (!write_finished(c, args) && !(has_rest(c) && write_rest(c, args)))
		hd_store_drop_unfinished(store, args, c->options->strategy);
	if (hd_store_commit(store) != HD_STORE_FINE)
		hd_complain("what this search has left could not be put into the store %s (%s): the next one "
			    "begins anew",
			    c->learnt.shown, hd_store_why(store));
	free(args);
}
