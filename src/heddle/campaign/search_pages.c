/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/search_pages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/fail.h"
#include "heddle/pages/pages.h"

/* The folders of its failures, as far as they could be written. */
static struct hd_bug_folders folders_of(const struct hd_ledger *l)
{
	struct hd_bug_folders bugs = {0};

	for (size_t i = 0; i < l->nfailures; i++) {
		const char *schedule = l->failures[i].schedule,
			   *slash = schedule ? strrchr(schedule, '/') : NULL;
		char *folder = slash ? strndup(schedule, (size_t)(slash - schedule)) : NULL;

		if (folder && hd_bug_folder_is_one(folder))
			hd_bug_folders_add(&bugs, folder);
		free(folder);
	}
	return bugs;
}

int hd_search_pages_write(const struct hd_campaign *c)
{
	bool there = c->learnt.path && (c->learnt.remote || !access(c->learnt.path, R_OK));
	const char *store = there ? c->learnt.path : NULL;
	struct hd_bug_folders bugs;
	struct hd_pages pages;
	int status;

	if (!c->options->html)
		return 0;
	bugs = folders_of(&c->ledger);
	pages = (struct hd_pages){.about = hd_base_name(c->target->program),
				  .bugs = &bugs,
				  .store = store,
				  .shown = c->learnt.shown,
				  .program = c->learnt.program};
	status = hd_pages_write(&pages, c->options->html);
	if (!status && !c->options->quiet)
		fprintf(c->confirm.out, "heddle: the report is %s/index.html\n", c->options->html);
	hd_bug_folders_free(&bugs);
	return status;
}
