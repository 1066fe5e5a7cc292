/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/recorded.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "heddle/failures/bugdir.h"
#include "model/schedule/schedule_load.h"
#include "symbol/symbol.h"

/* A folder holds a schedule; anything else is one. To be freed. */
static char *schedule_path(const char *bug)
{
	struct stat st;

	if (!stat(bug, &st) && S_ISDIR(st.st_mode))
		return hd_sprintf("%s/" HD_BUG_SCHEDULE, bug);
	return hd_strdup(bug);
}

static int check_build(const char *path, const struct hd_build_id *recorded, const struct hd_build_id *now)
{
	char before[2 * HD_SCHEDULE_ID_MAX + 1], after[2 * HD_SCHEDULE_ID_MAX + 1];

	if (!recorded->len || hd_build_id_equal(recorded, now))
		return 0;
	return hd_complain(
	    "the schedule was recorded with another build of %s (build-id %s, now %s); test the program "
	    "again, or replay it with that build",
	    path, hd_build_id_text(recorded, before), hd_build_id_text(now, after));
}

/* Libraries in which the schedule has steps must be those of the recording, too. */
static int check_modules(const struct hd_schedule *s)
{
	for (size_t i = 0; i < s->nmodules; i++) {
		const struct hd_schedule_module *m = &s->modules[i];
		struct hd_elf elf;

		if (m->path[0] != '/')
			continue;
		if (hd_elf_look(m->path, &elf))
			return hd_complain_errno(errno, "the schedule needs %s", m->path);
		if (check_build(m->path, &m->build_id, &elf.build_id))
			return HD_EXIT_TROUBLE;
	}
	return 0;
}

char *hd_beside(const char *schedule, const char *name)
{
	const char *slash = strrchr(schedule, '/');

	return hd_sprintf("%.*s%s", slash ? (int)(slash - schedule) + 1 : 0, schedule, name);
}

/* What the program read when it failed lies beside the schedule; else it may get our own input. */
static int give_input(struct hd_target *t, const char *schedule, enum hd_recorded_input input)
{
	char *path = hd_beside(schedule, HD_BUG_INPUT);
	int fd = open(path, O_RDONLY | O_CLOEXEC), status = 0;

	free(path);
	if (fd >= 0 || input == HD_INPUT_OURS)
		status = hd_target_copy_input(t, fd >= 0 ? fd : STDIN_FILENO);
	if (fd >= 0)
		close(fd);
	return status;
}

static int prepare(struct hd_recorded *r, enum hd_recorded_input input)
{
	const struct hd_schedule *s = r->schedule;
	struct hd_target *t = &r->target;
	struct stat st;

	if (hd_target_init(t, &r->signals, s->program, s->args, (unsigned)s->nargs, s->directory))
		return HD_EXIT_TROUBLE;
	for (size_t i = 0; i < s->nvariables; i++)
		hd_target_set_variable(t, s->variables[i]);
	t->around = s->around;
	t->grace = HD_GRACE;
	if (stat(s->directory, &st) || !S_ISDIR(st.st_mode))
		return hd_complain("the program ran in the folder %s, which is not there any more",
				   s->directory);
	if (check_build(s->program, &s->build_id, &t->elf.build_id) || check_modules(s))
		return HD_EXIT_TROUBLE;
	return give_input(t, r->path, input);
}

int hd_recorded_open(struct hd_recorded *r, const char *bug, enum hd_recorded_input input)
{
	char *error;
	int status;

	*r = (struct hd_recorded){.path = schedule_path(bug)};
	r->schedule = hd_schedule_load(r->path, &error);
	if (!r->schedule) {
		status = hd_complain("%s", error);
		free(error);
		return status;
	}
	status = hd_signals_init(&r->signals);
	if (status)
		return status;
	r->prepared = true;
	return prepare(r, input);
}

void hd_recorded_close(struct hd_recorded *r)
{
	if (r->prepared) {
		hd_target_term(&r->target);
		hd_signals_term(&r->signals);
	}
	hd_schedule_free(r->schedule);
	free(r->path);
}
