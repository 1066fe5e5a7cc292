/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/learnt/learnt.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/text.h"
#include "heddle/learnt/learnt_changed.h"
#include "heddle/learnt/learnt_load.h"
#include "heddle/learnt/learnt_remote.h"
#include "heddle/learnt/learnt_save.h"
#include "store/store_name.h"

#define LISTEN_EVERY 0.7 /* seconds between looks at what others have learnt … */
#define LISTEN_SHARE 4.0 /* … and so many times as long as the look took       */

/* The path of `to` as seen from the folder `from`; both are absolute. So a folder with a program and its
 * store can be moved. To be freed. */
static char *relative(const char *from, const char *to)
{
	size_t common = 0, length = strlen(from);
	struct hd_text text;

	for (size_t i = 0; i <= length && to[i] == (from[i] ? from[i] : '/'); i++)
		if (to[i] == '/')
			common = i + 1;
	hd_text_begin(&text);
	for (const char *p = from + (common < length ? common : length); *p; p += strcspn(p, "/")) {
		p += *p == '/';
		fputs("../", text.f);
	}
	fputs(to + common, text.f);
	return hd_text_end(&text);
}

static char *folder_of(const char *path)
{
	const char *slash = strrchr(path, '/');
	char *folder = slash ? strndup(path, (size_t)(slash - path) + (slash == path)) : hd_strdup(".");
	char *real = folder ? realpath(folder, NULL) : NULL;

	free(folder);
	return real ? real : hd_strdup("/");
}

char *hd_learnt_program_name(const char *store, const char *program)
{
	char *folder, *image = realpath(program, NULL), *name;

	if (hd_store_is_remote(store))
		return image ? image : hd_strdup(program);
	folder = folder_of(store);
	name = image ? relative(folder, image) : hd_strdup(program);
	free(folder);
	free(image);
	return name;
}

/* The arguments, and a hash of the standard input if there is one. To be freed. */
static char *input_text(const struct hd_target *t)
{
	struct hd_text text;

	hd_text_begin(&text);
	for (unsigned i = 0; i < t->nargs; i++)
		fprintf(text.f, "%s%s", i ? " " : "", t->argv[i + 1]);
	if (t->input_size)
		fprintf(text.f, "%s(standard input %016" PRIx64 ")", t->nargs ? " " : "",
			hd_target_input_hash(t));
	return hd_text_end(&text);
}

static void init(struct hd_learnt *l)
{
	const struct hd_test_options *o = l->options;

	l->started = (int64_t)time(NULL);
	if (o->no_store)
		return;
	l->path = o->store ? hd_strdup(o->store) : hd_sprintf("%s/" HD_STORE_NAME, o->out);
	l->shown = hd_store_shown(l->path);
	l->remote = hd_store_is_remote(l->path);
	l->image = realpath(l->target->program, NULL);
	if (!l->image)
		l->image = hd_strdup(l->target->program);
	l->program = o->known_as ? hd_strdup(o->known_as) : hd_learnt_program_name(l->path, l->image);
	l->input = input_text(l->target);
	l->sites = hd_new(HD_MAX_SITES, sizeof *l->sites);
	l->exposed = hd_new(HD_IROOT_SLOTS, 1);
	l->predicted = hd_new(HD_MAX_AIMS, 1);
	l->attempts = hd_new(HD_MAX_AIMS, sizeof *l->attempts);
	l->attempts_now = hd_new(HD_MAX_AIMS, sizeof *l->attempts_now);
}

void hd_learnt_term(struct hd_learnt *l)
{
	hd_store_close(l->store);
	free(l->path);
	free(l->shown);
	free(l->image);
	free(l->program);
	free(l->input);
	free(l->sites);
	free(l->absent);
	hd_learnt_free_codes(l);
	free(l->outdated);
	free(l->exposed);
	free(l->predicted);
	free(l->attempts);
	free(l->attempts_now);
	free(l->failures);
	*l = (struct hd_learnt){0};
}

static void close_store(struct hd_learnt *l)
{
	hd_store_close(l->store);
	l->store = NULL;
}

static void go_without(struct hd_learnt *l)
{
	close_store(l);
	free(l->path);
	l->path = NULL;
}

static void open_store(struct hd_learnt *l)
{
	struct stat st;

	l->store = hd_store_open(l->path, HD_STORE_WRITE);
	if (!l->remote && !stat(l->path, &st)) {
		l->device = st.st_dev;
		l->inode = st.st_ino;
	}
}

/* A name for the old store that is not taken. To be freed. */
static char *aside_name(const char *path)
{
	char *name = hd_sprintf("%s.damaged", path);

	for (unsigned i = 2; !access(name, F_OK); i++) {
		free(name);
		name = hd_sprintf("%s.damaged-%u", path, i);
	}
	return name;
}

/* The store with what belongs to it: a log left behind would be taken for the new store's. */
static int move(const char *from, const char *to)
{
	static const char *const endings[] = {"-wal", "-shm"};

	for (int i = 0; i < 2; i++) {
		char *a = hd_sprintf("%s%s", from, endings[i]), *b = hd_sprintf("%s%s", to, endings[i]);
		int result = rename(a, b);

		free(a);
		free(b);
		if (result && errno != ENOENT)
			return result;
	}
	return rename(from, to);
}

static void set_aside(struct hd_learnt *l)
{
	enum hd_store_state state = hd_store_state(l->store);
	char *why = hd_strdup(hd_store_why(l->store)), *name = aside_name(l->path);
	struct stat st;

	close_store(l);
	if (stat(l->path, &st) || !S_ISREG(st.st_mode) || st.st_dev != l->device || st.st_ino != l->inode) {
		/* Another process was faster: there is a new store already. */
	} else if (move(l->path, name)) {
		hd_complain_errno(
		    errno,
		    "%s cannot be used as a store (%s), and cannot be renamed; the search goes on "
		    "without one",
		    l->path, why);
		go_without(l);
	} else {
		hd_complain("%s %s (%s); it is now %s, and the search goes on with a new store", l->path,
			    state == HD_STORE_FOREIGN ? "is not a store of heddle's" : "is damaged", why,
			    name);
	}
	free(name);
	free(why);
}

/* Says what is wrong with the store. True: it may be tried again. */
static bool cope(struct hd_learnt *l, const char *what)
{
	enum hd_store_state state = hd_store_state(l->store);

	switch (l->remote && state != HD_STORE_NEWER ? HD_STORE_UNUSABLE : state) {
	case HD_STORE_DAMAGED:
	case HD_STORE_FOREIGN:
		set_aside(l);
		return l->path;
	case HD_STORE_BUSY:
		if (!l->muted)
			hd_complain("the store %s is in use by others for too long; %s later", l->path, what);
		l->muted = true;
		close_store(l);
		return false;
	case HD_STORE_NEWER:
		hd_complain("the store %s was written by a newer version of heddle; use that one, or "
			    "--store or --no-store",
			    l->shown);
		break;
	default:
		hd_complain("cannot use the store %s (%s); the search goes on without", l->shown,
			    hd_store_why(l->store));
		break;
	}
	go_without(l);
	return false;
}

/* What it knows of this program, if the search may start from that. */
static void use(struct hd_learnt *l, struct hd_wire *wire)
{
	if (hd_store_state(l->store) == HD_STORE_FINE && !l->options->afresh &&
	    hd_store_program(l->store, l->program, false))
		hd_learnt_fill(l, wire);
}

/* What cannot be written may still be read. False: it cannot. */
static bool load_unchanged(struct hd_learnt *l, struct hd_wire *wire)
{
	struct hd_store *writable = l->store;
	bool fine;

	l->store = hd_store_open(l->path, HD_STORE_READ);
	use(l, wire);
	fine = hd_store_state(l->store) == HD_STORE_FINE;
	if (fine)
		hd_complain("cannot write to the store %s (%s); what it knows is used, and nothing is added",
			    l->shown, hd_store_why(writable));
	hd_store_close(l->store);
	l->store = writable;
	if (fine)
		go_without(l);
	return fine;
}

/* A search that is to share what it learns with other machines does not begin before it can. 0, or
 * HD_EXIT_TROUBLE. */
static int load_remote(struct hd_learnt *l, struct hd_wire *wire)
{
	if (hd_learnt_await(l))
		return HD_EXIT_TROUBLE;
	use(l, wire);
	if (hd_store_state(l->store) == HD_STORE_FINE)
		return 0;
	return hd_complain("cannot read the store %s (%s)", l->shown, hd_store_why(l->store));
}

int hd_learnt_load(struct hd_learnt *l, struct hd_wire *wire)
{
	bool newer;

	init(l);
	if (l->remote)
		return load_remote(l, wire);
	if (!l->path || access(l->path, F_OK))
		return 0; /* made when there is something to put into it */
	open_store(l);
	use(l, wire);
	if (hd_store_state(l->store) == HD_STORE_FINE ||
	    (hd_store_state(l->store) == HD_STORE_UNUSABLE && load_unchanged(l, wire)))
		return 0;
	newer = hd_store_state(l->store) == HD_STORE_NEWER;
	cope(l, "it will be looked at");
	return newer ? HD_EXIT_TROUBLE : 0;
}

/* The batch did not get there: as it was before. What is put twice does no harm. */
static void forget_batch(struct hd_learnt *l, int64_t search)
{
	memset(l->sites, 0, HD_MAX_SITES * sizeof *l->sites);
	memset(l->exposed, 0, HD_IROOT_SLOTS);
	memset(l->predicted, 0, HD_MAX_AIMS);
	memcpy(l->attempts_now, l->attempts, HD_MAX_AIMS * sizeof *l->attempts);
	memset(l->builds, 0, sizeof l->builds);
	hd_learnt_forget_codes(l);
	memcpy(l->findings_now, l->findings, sizeof l->findings);
	l->point_now = l->point;
	l->search = search;
}

/* Nothing of this search is in the store, because it is another one. */
static void start_over(struct hd_learnt *l)
{
	memset(l->attempts, 0, HD_MAX_AIMS * sizeof *l->attempts);
	memset(l->findings, 0, sizeof l->findings);
	l->nfailures = 0;
	l->point = (struct hd_store_point){0};
	l->nabsent = 0;
	l->noutdated = 0;
	l->anew = true;
	forget_batch(l, 0);
}

static void keep_batch(struct hd_learnt *l)
{
	memcpy(l->attempts, l->attempts_now, HD_MAX_AIMS * sizeof *l->attempts);
	memcpy(l->findings, l->findings_now, sizeof l->findings);
	l->point = l->point_now;
	l->failures = hd_grow(l->failures, &l->failures_cap, l->ledger->nfailures, sizeof *l->failures);
	for (l->nfailures = 0; l->nfailures < l->ledger->nfailures; l->nfailures++)
		l->failures[l->nfailures] = l->ledger->failures[l->nfailures].count;
	l->nabsent = 0;
	l->noutdated = 0;
}

static enum hd_store_state batch(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p)
{
	int64_t search = l->search;
	enum hd_store_state state = hd_store_begin(l->store);

	if (state != HD_STORE_FINE)
		return state;
	hd_store_program(l->store, l->program, true);
	hd_learnt_put(l, wire, p);
	state = hd_store_commit(l->store);
	if (state == HD_STORE_FINE)
		keep_batch(l);
	else
		forget_batch(l, search);
	return state;
}

/* True: it went well, or may do so later. */
static bool save_batch(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p)
{
	enum hd_store_state state = batch(l, wire, p);

	if (l->remote && (state == HD_STORE_BUSY || state == HD_STORE_AWAY))
		return hd_learnt_away(l, p->last);
	if (state == HD_STORE_BUSY && p->last)
		hd_complain(
		    "the store %s is in use by others for too long; the last moments of this search are "
		    "not in it",
		    l->path);
	if (state == HD_STORE_FINE)
		hd_learnt_back(l);
	return state == HD_STORE_FINE || state == HD_STORE_BUSY;
}

void hd_learnt_save(struct hd_learnt *l, const struct hd_wire *wire, const struct hd_progress *p)
{
	if (!l->path)
		return;
	hd_learnt_prepare(l, wire);
	do { /* again, while the last batch waits for a server */
		for (int tries = 0; tries < 2; tries++) {
			if (!l->store)
				open_store(l);
			if (hd_learnt_may_write(l) && save_batch(l, wire, p))
				break;
			if (!cope(l, "it will be written to"))
				return;
			start_over(l);
		}
	} while (p->last && hd_learnt_waits(l));
}

void hd_learnt_listen(struct hd_learnt *l, struct hd_wire *wire)
{
	double begin = hd_now();

	if (!l->remote || !l->path || l->away || l->options->afresh || begin < l->listen_at ||
	    hd_store_state(l->store) != HD_STORE_FINE)
		return;
	hd_learnt_refresh(l, wire);
	l->listen_at = begin + LISTEN_EVERY + LISTEN_SHARE * (hd_now() - begin);
}
