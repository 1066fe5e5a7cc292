/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/earlier_bugs.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/file.h"
#include "heddle/campaign/bugdir.h"
#include "model/schedule/schedule_load.h"

static bool is_found_again(const struct hd_campaign *c, unsigned number)
{
	for (size_t i = 0; i < c->ledger.nfailures; i++)
		if (c->ledger.failures[i].id == number)
			return true;
	return false;
}

/* The same program with the same arguments, built anew. */
static bool is_of_other_build(const struct hd_campaign *c, const struct hd_schedule *s)
{
	if (s->nargs != c->target->nargs ||
	    strcmp(hd_base_name(s->program), hd_base_name(c->target->program)) != 0 ||
	    hd_build_id_equal(&s->build_id, &c->target->elf.build_id))
		return false;
	for (size_t i = 0; i < s->nargs; i++)
		if (strcmp(s->args[i], c->target->argv[i + 1]) != 0)
			return false;
	return true;
}

static void tell_earlier(const struct hd_campaign *c, const char *folder, FILE *f)
{
	char *path = hd_sprintf("%s/" HD_BUG_SCHEDULE, folder), *error = NULL;
	struct hd_schedule *s = hd_schedule_load(path, &error);

	if (s && is_of_other_build(c, s))
		fprintf(
		    f,
		    "heddle: %s (%s: %s) was found in another build of the program, and not again in this "
		    "search; its schedule fits that build only, so it cannot be tried by itself\n",
		    folder, hd_outcome_text[s->outcome], s->message);
	hd_schedule_free(s);
	free(error);
	free(path);
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

void hd_earlier_bugs_tell(const struct hd_campaign *c, FILE *f)
{
	struct dirent **list;
	int n = scandir(c->options->out, &list, is_bug_folder, by_number);

	for (int i = 0; i < n; i++) {
		char *folder = hd_sprintf("%s/%s", c->options->out, list[i]->d_name);

		if (!is_found_again(c, hd_bugdir_number(list[i]->d_name)))
			tell_earlier(c, folder, f);
		free(folder);
		free(list[i]);
	}
	if (n >= 0)
		free(list);
}
