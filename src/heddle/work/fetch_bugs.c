/* SPDX-License-Identifier: Apache-2.0
 *
 * A folder is put together beside those that are there, and gets its name when it is complete. */
#include "heddle/work/fetch_bugs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/failures/bugdir.h"
#include "heddle/failures/same_bug.h"
#include "heddle/worker/work_args.h"
#include "heddle/worker/work_copy.h"
#include "model/schedule/schedule_load.h"
#include "report/json/report_read.h"
#include "store/work_files.h"

struct product {    /* a file of a failure's folder */
	char *name; /* without the folder */
	char hash[HD_SHA256_TEXT];
	int64_t file;
	unsigned bug; /* N of the folder, as the search has called it */
};

struct products {
	struct product *list;
	size_t n, cap;
};

struct fetching {
	struct hd_store *store;
	const struct hd_work_unit *unit;
	const char *out;
	struct products products;
	char *program, *input; /* on this machine; input NULL: there is none */
};

struct fetched { /* what is in the folder that was put together */
	struct hd_schedule *schedule, *original, *points;
	struct hd_places places;
	struct hd_report *report;
};

/* ---- what there is ---- */

/* "bug-N/FILE", in two parts. False: it is called otherwise, and could be meant for another folder. */
static bool split_name(const char *name, unsigned *bug, const char **file)
{
	const char *slash = strchr(name, '/');
	char *folder;

	if (!slash || !slash[1] || slash[1] == '.' || strchr(slash + 1, '/'))
		return false;
	folder = strndup(name, (size_t)(slash - name));
	*bug = hd_bugdir_number(folder);
	*file = slash + 1;
	free(folder);
	return *bug;
}

static void list_products(struct hd_store *s, int64_t unit, struct products *all)
{
	struct hd_work_product p;

	while (hd_work_next_product(s, unit, &p)) {
		const char *file;
		unsigned bug;
		struct product *to;

		if (!split_name(p.name, &bug, &file))
			continue;
		all->list = hd_grow(all->list, &all->cap, all->n + 1, sizeof(*all->list));
		to = &all->list[all->n++];
		*to = (struct product){.name = hd_strdup(file), .file = p.file, .bug = bug};
		snprintf(to->hash, sizeof(to->hash), "%s", p.hash);
	}
}

static void free_products(struct products *all)
{
	for (size_t i = 0; i < all->n; i++)
		free(all->list[i].name);
	free(all->list);
}

/* ---- as this machine calls it ---- */

static void rename_text(char **text, const char *before, const char *now)
{
	if (strcmp(*text, before) != 0)
		return;
	free(*text);
	*text = hd_strdup(now);
}

static void find_files(struct fetching *f)
{
	const struct hd_work_unit *u = f->unit;
	char *folder = hd_sprintf("%s/files", f->out);

	if (u->file && !hd_work_has_hash(u->path, u->hash))
		f->program = hd_work_copy(f->store, folder, u->file, u->hash, u->path, 0700);
	if (!f->program)
		f->program = hd_strdup(u->path);
	if (*u->input)
		f->input = hd_work_input_copy(f->store, folder, u);
	if (*u->input && !f->input)
		f->input = hd_strdup(u->input);
	free(folder);
}

static void set_arguments(struct hd_schedule *s, const struct fetching *f)
{
	struct hd_words words = {0};

	for (size_t i = 0; i < s->nargs; i++)
		free(s->args[i]);
	s->nargs = 0;
	hd_work_add_args(&words, f->unit, f->input);
	for (size_t i = 0; i < words.count; i++)
		hd_schedule_add_arg(s, words.at[i]);
	hd_words_free(&words);
}

static void rename_in_schedule(struct hd_schedule *s, const struct fetching *f)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->nmodules; i++)
		rename_text(&s->modules[i].path, s->program, f->program);
	rename_text(&s->program, s->program, f->program);
	if (*f->unit->folder && s->directory)
		rename_text(&s->directory, s->directory, f->unit->folder);
	set_arguments(s, f);
}

static void rename_in_report(struct hd_report *r, const struct hd_schedule *s)
{
	rename_text(&r->program, r->program, s->program);
	for (unsigned i = 0; i < r->nargs; i++)
		free(r->args[i]);
	free(r->args);
	r->nargs = (unsigned)s->nargs;
	r->args = hd_new(s->nargs + 1, sizeof(*r->args));
	for (unsigned i = 0; i < r->nargs; i++)
		r->args[i] = hd_strdup(s->args[i]);
}

static void rename_all(struct fetched *got, const struct fetching *f)
{
	for (size_t i = 0; i < got->places.n; i++)
		rename_text(&got->places.functions[i].module, got->schedule->program, f->program);
	rename_in_schedule(got->schedule, f);
	rename_in_schedule(got->original, f);
	rename_in_schedule(got->points, f);
	rename_in_report(got->report, got->schedule);
}

/* ---- one folder ---- */

/* NULL: it is not there, or no schedule. */
static struct hd_schedule *load_schedule(const char *stage, const char *name)
{
	char *path = hd_sprintf("%s/%s", stage, name), *error = NULL;
	struct hd_schedule *s = access(path, R_OK) ? NULL : hd_schedule_load(path, &error);

	free(error);
	free(path);
	return s;
}

static bool load(const char *stage, struct fetched *f)
{
	char *report = hd_sprintf("%s/" HD_BUG_REPORT, stage),
	     *places = hd_sprintf("%s/" HD_BUG_PLACES, stage);
	const char *error;

	f->schedule = load_schedule(stage, HD_BUG_SCHEDULE);
	f->original = load_schedule(stage, HD_BUG_ORIGINAL);
	f->points = load_schedule(stage, HD_BUG_POINTS);
	f->report = hd_report_read_json(report, &error);
	hd_places_load(places, &f->places);
	free(report);
	free(places);
	return f->schedule && f->report;
}

static void unload(struct fetched *f)
{
	hd_schedule_free(f->schedule);
	hd_schedule_free(f->original);
	hd_schedule_free(f->points);
	hd_places_free(&f->places);
	hd_report_free(f->report);
}

static bool fetch_files(const struct fetching *f, unsigned bug, const char *stage)
{
	bool fine = true;

	for (size_t i = 0; fine && i < f->products.n; i++) {
		const struct product *p = &f->products.list[i];
		char *path = hd_sprintf("%s/%s", stage, p->name);

		if (p->bug == bug)
			fine = hd_work_get_file(f->store, p->file, p->hash, path, 0666);
		free(path);
	}
	return fine;
}

/* The N of OUT/bug-N that it becomes, or is already. */
static unsigned adopt(const struct fetching *f, const char *stage, struct fetched *got)
{
	const struct hd_target target = {.input = -1};
	unsigned number;

	rename_all(got, f);
	number = hd_same_bug(f->out, got->report);
	if (number)
		return number;
	number = hd_bugdir_adopt(f->out, stage,
				 &(struct hd_bug){.schedule = got->schedule,
						  .original = got->original,
						  .for_trials = got->points,
						  .places = got->places.n ? &got->places : NULL,
						  .report = got->report,
						  .target = &target});
	if (!number)
		hd_complain_errno(errno, "cannot write a failure that another machine has found to %s",
				  f->out);
	return number;
}

/* With the mode that other folders have. */
static bool make_stage(char *stage)
{
	mode_t mask = umask(0);

	umask(mask);
	return mkdtemp(stage) && !chmod(stage, 0777 & ~mask);
}

static unsigned fetch_bug(const struct fetching *f, unsigned bug)
{
	char *stage = hd_sprintf("%s/.bug.XXXXXX", f->out);
	struct fetched got = {0};
	unsigned number = 0;

	if (!make_stage(stage))
		hd_complain_errno(errno, "cannot write to the output folder %s", f->out);
	else if (fetch_files(f, bug, stage) && load(stage, &got))
		number = adopt(f, stage, &got);
	else if (hd_store_state(f->store) == HD_STORE_FINE)
		hd_complain("the failure bug-%u of unit %s is not whole in the store", bug, f->unit->key);
	unload(&got);
	hd_remove_tree(stage);
	free(stage);
	return number;
}

bool hd_fetch_bugs(struct hd_store *s, const struct hd_work_unit *u, const char *out, unsigned *number)
{
	struct fetching f = {.store = s, .unit = u, .out = out};
	const unsigned wanted = *number;
	bool has = false;

	list_products(s, u->id, &f.products);
	if (f.products.n)
		find_files(&f);
	for (size_t i = 0; i < f.products.n; i++) {
		unsigned bug = f.products.list[i].bug, here;

		if (i && bug == f.products.list[i - 1].bug)
			continue;
		here = fetch_bug(&f, bug);
		if (bug == wanted) {
			*number = here;
			has = true;
		}
	}
	free_products(&f.products);
	free(f.program);
	free(f.input);
	return has;
}
