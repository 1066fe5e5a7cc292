/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/work/campaign_run.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "base/number.h"
#include "heddle/cli/cmd.h"
#include "heddle/cli/cores.h"
#include "heddle/cli/status.h"
#include "heddle/suite/share.h"
#include "heddle/work/campaign_summary.h"
#include "heddle/work/campaign_work.h"
#include "heddle/work/local_worker.h"
#include "heddle/worker/work_open.h"
#include "store/store_name.h"

#define LOOK_EVERY   100 /* milliseconds */
#define OTHERS_EVERY 1.0 /* seconds between looks at what others have done */

struct campaign_run {
	const struct hd_campaign_command *command;
	struct hd_signals *signals;
	struct hd_campaign_file file;
	struct hd_campaign_tests tests;
	struct hd_campaign_work work;
	struct hd_local_worker worker;
	struct hd_status status;
	char *text, *name; /* of the file, and its path from the root on */
	char *out, *store, *folder;
	double next_look;
	bool *is_told;
	bool goes_on, over, trouble;
};

/* ---- what is said while it goes on ---- */

static void tell_failures(struct campaign_run *r)
{
	for (size_t i = 0; i < r->tests.suite.n; i++) {
		const struct hd_suite_test *t = &r->tests.suite.tests[i];
		char *why;

		if (r->is_told[i] || !hd_suite_verdict_is(t, HD_VERDICT_FAILED))
			continue;
		r->is_told[i] = true;
		why = hd_suite_failure_text(t);
		hd_status_clear(&r->status);
		printf("heddle: failed: %s: %s\n", t->name, why);
		if (t->result.bug)
			printf("  heddle replay %s/bug-%u\n", r->command->out, t->result.bug);
		fflush(stdout);
		free(why);
	}
}

static void show_status(struct campaign_run *r)
{
	double now = hd_now();
	const char *name = hd_local_worker_now(&r->worker);
	size_t failed = hd_suite_count(&r->tests.suite, HD_VERDICT_FAILED);
	char fresh[HD_COUNT_TEXT], *line;

	if (!hd_status_due(&r->status, now))
		return;
	line = hd_sprintf("heddle: round %u: %zu searches left, %zu of %zu tests failed, %s new "
			  "interleavings, %.0f s left: %s",
			  r->work.round, r->work.waiting, failed, r->tests.suite.n,
			  hd_count_text(r->work.fresh, fresh), hd_campaign_work_left(&r->work),
			  name ? name : "");
	hd_status_line(&r->status, line, now);
	free(line);
}

static void tell_begin(const struct campaign_run *r)
{
	if (r->goes_on && !r->command->quiet)
		printf(
		    "heddle: going on with the campaign: %zu searches are done, %zu of this round are left\n",
		    r->work.nseen, r->work.waiting);
	fflush(stdout);
}

/* ---- the loop ---- */

static void await_news(struct campaign_run *r)
{
	struct pollfd news = {.fd = r->signals->fd, .events = POLLIN};

	poll(&news, 1, LOOK_EVERY);
	hd_signals_read(r->signals);
}

/* What this process has finished is looked at once, and what others have now and then. */
static void look(struct campaign_run *r, bool finished)
{
	double now = hd_now();

	if (!finished && now < r->next_look)
		return;
	r->next_look = now + OTHERS_EVERY;
	if (hd_campaign_work_look(&r->work))
		tell_failures(r);
}

static bool has_store_trouble(struct campaign_run *r)
{
	enum hd_store_state state = hd_store_state(r->work.store);
	char *shown;

	/* Others keep it busy, or its server is away: that passes. */
	if (state == HD_STORE_FINE || state == HD_STORE_BUSY || state == HD_STORE_AWAY)
		return false;
	shown = hd_store_shown(r->store);
	hd_complain("cannot use the store %s (%s)", shown, hd_store_why(r->work.store));
	free(shown);
	return true;
}

static void search_campaign(struct campaign_run *r)
{
	while (!r->over && !r->trouble) {
		bool stops = r->signals->interrupts != 0;

		if (!stops && !r->work.waiting && !hd_campaign_work_plan(&r->work))
			r->over = true;
		if (!stops && !r->over)
			r->trouble = !hd_local_worker_lease(&r->worker);
		if (stops && !hd_local_worker_running(&r->worker))
			break;
		if (!r->over)
			await_news(r);
		look(r, hd_local_worker_look(&r->worker));
		show_status(r);
		r->trouble |= has_store_trouble(r);
	}
	hd_status_clear(&r->status);
}

/* ---- around it ---- */

static int read_file(struct campaign_run *r)
{
	const char *path = r->command->file;
	FILE *f = fopen(path, "re");
	struct stat st;
	char *why;
	unsigned line;
	size_t room = 0;
	ssize_t n;

	if (!f)
		return hd_complain_errno(errno, "cannot read the campaign %s", path);
	if (!fstat(fileno(f), &st) && S_ISDIR(st.st_mode)) {
		fclose(f);
		return hd_complain(
		    "%s is a folder: heddle campaign wants a file; heddle suite takes the folder of a build",
		    path);
	}
	n = getdelim(&r->text, &room, '\0', f);
	if (n > 0 && (size_t)n != strlen(r->text)) {
		fclose(f);
		return hd_complain("%s is no campaign: it has a byte 0", path);
	}
	fclose(f);
	if (n <= 0) {
		free(r->text);
		r->text = hd_strdup("");
	}
	if (hd_campaign_file_parse(&r->file, r->text, &why, &line))
		return 0;
	if (line)
		hd_complain("%s:%u: %s", path, line, why);
	else
		hd_complain("%s: %s", path, why);
	free(why);
	return HD_STATUS_TROUBLE;
}

static int find_folders(struct campaign_run *r)
{
	const struct hd_campaign_command *c = r->command;
	const char *tmp = getenv("TMPDIR");
	char *slash;

	if (hd_make_directories(c->out))
		return hd_complain_errno(errno, "cannot create the output folder %s", c->out);
	r->out = realpath(c->out, NULL);
	r->name = realpath(c->file, NULL);
	if (!r->out || !r->name)
		return hd_complain_errno(errno, "cannot find %s", r->out ? c->file : c->out);
	if (!c->store)
		r->store = hd_sprintf("%s/" HD_STORE_NAME, r->out);
	else if (hd_store_is_remote(c->store) || *c->store == '/')
		r->store = hd_strdup(c->store);
	else {
		char *here = realpath(".", NULL);

		r->store = hd_sprintf("%s/%s", here ? here : ".", c->store);
		free(here);
	}
	r->folder = hd_sprintf("%s/heddle-campaign.XXXXXX", tmp && *tmp ? tmp : "/tmp");
	/* What the file names is found from its own folder. */
	slash = strrchr(r->name, '/');
	*slash = '\0';
	if (chdir(*r->name ? r->name : "/"))
		return hd_complain_errno(errno, "cannot go to the folder of %s", c->file);
	*slash = '/';
	return 0;
}

static int open_campaign(struct campaign_run *r)
{
	struct hd_campaign_work *w = &r->work;
	char *shown = hd_store_shown(r->store);
	int status = HD_STATUS_TROUBLE;

	w->file = &r->file;
	w->tests = &r->tests;
	w->store_name = r->store;
	w->out = r->out;
	w->store = hd_work_open(r->store, shown, HD_STORE_WRITE);
	w->jobs = r->command->jobs ? r->command->jobs : r->file.jobs ? r->file.jobs : hd_cores();
	w->workers = r->file.workers ? r->file.workers : 1;
	w->seconds = r->command->seconds > 0 ? r->command->seconds
		     : r->file.seconds > 0   ? r->file.seconds
					     : hd_share_of_all(r->tests.suite.n);
	if (w->store && hd_campaign_work_begin(w, r->name, r->text, r->command->anew, &r->goes_on))
		status = 0;
	else if (w->store)
		hd_complain("cannot put the campaign into the store %s (%s)", shown, hd_store_why(w->store));
	free(shown);
	return status;
}

static int search_in_folder(struct campaign_run *r)
{
	struct hd_local_worker *l = &r->worker;

	if (!mkdtemp(r->folder))
		return hd_complain_errno(errno, "cannot make the folder %s", r->folder);
	*l = (struct hd_local_worker){.store = r->work.store,
				      .campaign = r->work.id,
				      .place = {.out = r->out, .store = r->store, .folder = r->folder},
				      .signals = r->signals,
				      .jobs = r->work.jobs};
	hd_local_worker_init(l);
	hd_status_init(&r->status, r->command->quiet, hd_now());
	r->is_told = hd_new(r->tests.suite.n + 1, sizeof(*r->is_told));
	tell_begin(r);
	tell_failures(r);
	search_campaign(r);
	hd_local_worker_term(l);
	hd_remove_tree(r->folder);
	return r->trouble ? HD_STATUS_TROUBLE : 0;
}

static int list_tests(const struct campaign_run *r)
{
	for (size_t i = 0; i < r->tests.suite.n; i++)
		puts(r->tests.suite.tests[i].name);
	return HD_STATUS_OK;
}

static int carry_out(struct campaign_run *r)
{
	int status = read_file(r);

	if (!status)
		status = find_folders(r);
	if (!status)
		status = hd_campaign_tests_make(&r->tests, r->command->file, &r->file, r->signals);
	if (!status && r->command->list)
		return list_tests(r);
	if (!status)
		status = open_campaign(r);
	if (!status)
		status = search_in_folder(r);
	if (!status) {
		if (r->over)
			hd_campaign_work_end(&r->work, "done");
		status =
		    hd_campaign_summary(&r->work, &(struct hd_campaign_summary){.command = r->command,
										.out = r->out,
										.name = r->name,
										.goes_on = r->goes_on,
										.interrupted = !r->over});
	}
	return status;
}

int hd_campaign_command_run(const struct hd_campaign_command *c, struct hd_signals *signals)
{
	struct campaign_run r = {.command = c, .signals = signals};
	int status = carry_out(&r);

	hd_store_close(r.work.store);
	hd_campaign_work_free(&r.work);
	hd_campaign_tests_free(&r.tests);
	hd_campaign_file_free(&r.file);
	free(r.is_told);
	free(r.text);
	free(r.name);
	free(r.out);
	free(r.store);
	free(r.folder);
	return status;
}
