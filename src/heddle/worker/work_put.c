/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/worker/work_put.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/fail.h"
#include "heddle/cli/cmd.h"
#include "heddle/worker/work_open.h"
#include "store/work.h"
#include "store/work_files.h"
#include "symbol/elf.h"
#include "store/store_name.h"

/* The open campaign of this name, a new one if there is none. */
static int64_t campaign_of(struct hd_store *s, const char *name)
{
	struct hd_work_campaign c = {0};
	int64_t id = 0;

	if (hd_work_find_campaign(s, name, &c) && !strcmp(c.state, HD_WORK_OPEN))
		id = c.id;
	hd_work_campaign_free(&c);
	if (!id)
		id = hd_work_new_campaign(s, &(struct hd_work_campaign){.name = name,
									.text = "",
									.heddle = HD_WORK_VERSION,
									.started = (int64_t)time(NULL)});
	return id;
}

static void put_units(struct hd_store *s, const struct hd_work_put *p, struct hd_work_unit *u)
{
	struct hd_work_counts n;

	hd_work_count(s, u->campaign, &n);
	for (uint64_t i = 0; i < p->units; i++) {
		char *key = hd_sprintf("%" PRIu64, n.units + i + 1);

		u->key = key;
		hd_work_put_unit(s, u);
		free(key);
	}
}

static int put_program(struct hd_store *s, const struct hd_work_put *p, char *path)
{
	char hash[HD_SHA256_TEXT], *build_id;
	struct hd_work_unit u = {
	    .path = path, .program = path, .folder = "", .input = "", .seconds = p->seconds};
	enum hd_store_state state;

	if (hd_sha256_file(path, hash, NULL))
		return hd_complain_errno(errno, "cannot read %s", path);
	build_id = hd_elf_build_text(path);
	u.build_id = build_id;
	u.hash = hash;
	u.runs = (int64_t)p->runs;
	u.args = hd_work_words((const char *const *)p->program + 1, p->nprogram - 1);
	u.options = hd_work_words((const char *const *)p->options.at, p->options.count);
	do { /* others may be writing */
		state = hd_store_begin(s);
		if (state != HD_STORE_FINE)
			continue;
		u.campaign = campaign_of(s, p->campaign);
		if (!p->keep_local)
			u.file = hd_work_put_file(s, path, hash);
		put_units(s, p, &u);
		state = hd_store_commit(s);
	} while (state == HD_STORE_BUSY);
	free((char *)u.args.bytes);
	free((char *)u.options.bytes);
	free(build_id);
	return state == HD_STORE_FINE ? HD_STATUS_OK : HD_STATUS_TROUBLE;
}

static int end_campaign(struct hd_store *s, const char *name)
{
	struct hd_work_campaign c = {0};
	bool found = hd_work_find_campaign(s, name, &c) && !strcmp(c.state, HD_WORK_OPEN);
	int status = HD_STATUS_OK;

	if (!found)
		status = hd_complain("there is no open campaign `%s`", name);
	else if (hd_store_begin(s) == HD_STORE_FINE) {
		hd_work_end_campaign(s, c.id, "ended");
		hd_store_commit(s);
	}
	hd_work_campaign_free(&c);
	return status;
}

int hd_work_put(const struct hd_work_put *p)
{
	char *shown = hd_store_shown(p->store), *path = NULL;
	struct hd_store *s = hd_work_open(p->store, shown, HD_STORE_WRITE);
	int status = s ? HD_STATUS_OK : HD_STATUS_TROUBLE;

	if (!status && p->end) {
		status = end_campaign(s, p->campaign);
	} else if (!status) {
		path = realpath(p->program[0], NULL);
		status = path ? put_program(s, p, path)
			      : hd_complain_errno(errno, "cannot find %s", p->program[0]);
		if (path && status)
			hd_complain("cannot write to the store %s (%s)", shown, hd_store_why(s));
	}
	hd_store_close(s);
	free(path);
	free(shown);
	return status;
}
