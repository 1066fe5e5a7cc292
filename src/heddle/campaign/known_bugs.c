/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/known_bugs.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "heddle/failures/bugdir.h"
#include "heddle/campaign/retry_bug.h"
#include "heddle/campaign/verdict.h"
#include "report/json/report_read.h"

#define TIME_SHARE 0.2 /* of the search, for all of them together */

/* ---- what is kept with a bug ---- */

#define FIXED "fixed"

static bool was_fixed(const char *folder)
{
	char *path = hd_sprintf("%s/" HD_BUG_STATE, folder);
	bool there = !access(path, F_OK);

	free(path);
	return there;
}

/* The next search is to know that it was fixed once. What cannot be written is not worth a failure. */
static void keep_fixed(const struct hd_summary_known *k)
{
	char *path = hd_sprintf("%s/" HD_BUG_STATE, k->folder);
	struct hd_outfile file;

	if (!hd_outfile_open(&file, path)) {
		fprintf(file.f, FIXED " %" PRIu64 "\n", k->runs);
		hd_outfile_commit(&file);
	}
	free(path);
}

static void forget_fixed(const struct hd_summary_known *k)
{
	char *path = hd_sprintf("%s/" HD_BUG_STATE, k->folder);

	unlink(path);
	free(path);
}

/* ---- what is said ---- */

static void known_tell(const struct hd_campaign *c, const struct hd_summary_known *k)
{
	FILE *f = c->confirm.out;

	if (c->options->quiet)
		return;
	fprintf(f, "heddle: %s (%s: %s): ", k->folder, k->kind, k->message);
	switch (k->state) {
	case HD_KNOWN_FAILING:
		fputs("still failing", f);
		break;
	case HD_KNOWN_REGRESSED:
		fputs("failing again, after it had been fixed", f);
		break;
	case HD_KNOWN_FIXED:
		fprintf(f, "seems to be fixed: not seen in %" PRIu64 " runs that went the same way", k->runs);
		break;
	case HD_KNOWN_GONE:
		fputs("fixed: every schedule was tried, and it is in none of them", f);
		break;
	default:
		fprintf(f, "cannot be tried: %s", k->why ? k->why : "it takes more time than there is");
		break;
	}
	fputc('\n', f);
	fflush(f);
}

/* ---- one after the other ---- */

static bool is_found(const struct hd_campaign *c, unsigned number)
{
	for (size_t i = 0; i < c->ledger.nfailures; i++)
		if (c->ledger.failures[i].id == number && c->ledger.failures[i].confirmed)
			return true;
	return false;
}

/* The places in it are those of this build now. */
static void use_message_of(const struct hd_campaign *c, struct hd_summary_known *k)
{
	for (size_t i = 0; i < c->ledger.nfailures; i++)
		if (c->ledger.failures[i].id == k->id) {
			free(k->message);
			k->message = hd_strdup(c->ledger.failures[i].message);
		}
}

static void try_bug(struct hd_campaign *c, unsigned number, double deadline)
{
	char *folder = hd_sprintf("%s/bug-%u", c->options->out, number);
	struct hd_known_bugs *k = &c->known;
	struct hd_summary_known found = {.id = number, .folder = folder, .fixed_before = was_fixed(folder)};

	if (!hd_retry_bug(c, number, folder, deadline, &found)) {
		free(folder);
		return;
	}
	use_message_of(c, &found);
	if (found.fixed_before && found.state == HD_KNOWN_FAILING)
		found.state = HD_KNOWN_REGRESSED;
	k->list = hd_grow(k->list, &k->cap, k->n + 1, sizeof(*k->list));
	k->list[k->n++] = found;
	known_tell(c, &found);
}

static int by_number(const struct dirent **a, const struct dirent **b)
{
	unsigned x = hd_bugdir_number((*a)->d_name), y = hd_bugdir_number((*b)->d_name);

	return x < y ? -1 : x > y;
}

static int is_bug_folder(const struct dirent *entry)
{
	return hd_bugdir_number(entry->d_name) != 0;
}

/* Where the runs of the search themselves are wanted, nothing comes before them. */
static bool are_wanted(const struct hd_test_options *o)
{
	return !o->result && !o->hashes && !o->save_schedule && !o->record;
}

void hd_known_bugs_try(struct hd_campaign *c)
{
	double deadline = c->start + TIME_SHARE * c->options->seconds;
	struct dirent **list;
	int n = are_wanted(c->options) ? scandir(c->options->out, &list, is_bug_folder, by_number) : -1;

	for (int i = 0; i < n; i++) {
		if (!c->target->signals->interrupts)
			try_bug(c, hd_bugdir_number(list[i]->d_name), deadline);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
	for (size_t i = 0; i < c->ledger.nfailures; i++)
		c->known.failed |= c->ledger.failures[i].counts && c->ledger.failures[i].confirmed;
}

void hd_known_bugs_settle(struct hd_campaign *c)
{
	const bool all_tried = hd_verdict(c) == HD_VERDICT_EXHAUSTED;

	for (size_t i = 0; i < c->known.n; i++) {
		struct hd_summary_known *k = &c->known.list[i];
		bool fails = k->state == HD_KNOWN_FAILING || k->state == HD_KNOWN_REGRESSED;

		/* Its code is another one, or no run comes there: all the same it is not there any more. */
		if (all_tried && !fails && k->provable) {
			k->state = HD_KNOWN_GONE;
			known_tell(c, k);
		}

		if (!fails && is_found(c, k->id)) {
			k->state = k->fixed_before ? HD_KNOWN_REGRESSED : HD_KNOWN_FAILING;
			known_tell(c, k);
			fails = true;
		}
		if (fails)
			forget_fixed(k);
		else if (k->state == HD_KNOWN_FIXED || k->state == HD_KNOWN_GONE)
			keep_fixed(k);
	}
}

void hd_known_bugs_term(struct hd_known_bugs *k)
{
	for (size_t i = 0; i < k->n; i++) {
		free(k->list[i].folder);
		free(k->list[i].message);
		free(k->list[i].why);
	}
	free(k->list);
}
