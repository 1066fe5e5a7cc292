/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/resume.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/number.h"
#include "base/text.h"
#include "heddle/campaign/proof.h"
#include "heddle/learnt/frontier_bytes.h"
#include "heddle/learnt/learnt_load.h"
#include "store/unfinished.h"
#include "strategy/strategy.h"
#include "wire/wire_check.h"

static struct hd_frontier *frontier_of(const struct hd_campaign *c)
{
	return (struct hd_frontier *)c->workers.wire->frontier;
}

/* ---- which search it is ---- */

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
	fprintf(text.f, " input %" PRIx64 " in %s", hd_target_input_hash(c->target), c->target->directory);
	return hd_text_end(&text);
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

static bool is_resumable(const struct hd_campaign *c)
{
	const struct hd_test_options *o = c->options;

	return hd_strategy_at(o->search.strategy)->park && !o->afresh && !o->no_store;
}

/* ---- going on ---- */

/* Why the search cannot go on with that one; NULL: it does. To be freed. */
static char *why_not(struct hd_campaign *c, const struct hd_store_unfinished *u)
{
	char *options = options_text(c), *file = NULL, *why = NULL;
	struct hd_frontier *f = frontier_of(c);
	const char *damage;

	if (strcmp(options, u->options) != 0)
		why = hd_strdup("it had other options, input or folder");
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

	c->own.search.seed = u->seed;
	c->workers.wire->options.seed = u->seed;
	c->workers.wire->options.goes_on = 1;
	if (!c->options->quiet)
		hd_complain("note: going on with the search of %s: %s runs done, at least %s left to try "
			    "(--anew begins again)",
			    c->target->program, hd_count_text(u->runs, runs),
			    hd_count_text(hd_frontier_left(frontier_of(c)), left));
}

void hd_resume_load(struct hd_campaign *c)
{
	struct hd_store *store = c->learnt.store;
	struct hd_store_unfinished u;
	char *args, *why;

	if (!is_resumable(c) || c->options->anew || !store || hd_store_state(store) != HD_STORE_FINE ||
	    !hd_store_program(store, c->learnt.program, false))
		return;
	args = resume_args_text(c->target);
	if (hd_store_find_unfinished(store, args, c->options->strategy, &u)) {
		why = why_not(c, &u);
		if (why)
			memset(c->workers.wire->frontier, 0, HD_FRONTIER_SIZE);
		else
			take_up(c, &u);
		if (why && !c->options->quiet)
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
	unsigned strategy = (unsigned)c->options->search.strategy;

	for (unsigned i = 0; i < c->workers.n; i++)
		hd_strategies[strategy]->park(c->workers.wire->workers[i].strategy_state +
						  hd_strategy_state_offset(strategy),
					      frontier_of(c), i);
}

/* A search that failed, or has nothing left, is not gone on with. */
static bool has_rest(const struct hd_campaign *c)
{
	const struct hd_frontier *f = frontier_of(c);

	return !c->ledger.nfailures && !c->workers.wire->exhausted && f->generation && !f->torn;
}

static void write_rest(struct hd_campaign *c, const char *args)
{
	struct hd_frontier *f = frontier_of(c);
	char *builds = builds_text(c), *options = options_text(c);
	struct hd_store_unfinished u = {.args = args,
					.strategy = c->options->strategy,
					.builds = builds,
					.options = options,
					.seed = c->options->search.seed};
	void *left;

	hd_proof_keep(c, &f->facts);
	left = hd_frontier_write(f, &u.size);
	u.left = left;
	u.runs = f->facts.runs;
	hd_store_put_unfinished(c->learnt.store, &u);
	free(left);
	free(builds);
	free(options);
}

void hd_resume_save(struct hd_campaign *c)
{
	struct hd_store *store = c->learnt.store;
	char *args;

	if (!is_resumable(c) || c->trouble || !store || hd_store_state(store) != HD_STORE_FINE)
		return;
	park_workers(c);
	if (hd_store_begin(store) != HD_STORE_FINE)
		return;
	args = resume_args_text(c->target);
	hd_store_program(store, c->learnt.program, true);
	if (has_rest(c))
		write_rest(c, args);
	else
		hd_store_drop_unfinished(store, args, c->options->strategy);
	if (hd_store_commit(store) != HD_STORE_FINE)
		hd_complain("what this search has left could not be put into the store %s (%s): the next one "
			    "begins anew",
			    c->learnt.path, hd_store_why(store));
	free(args);
}
