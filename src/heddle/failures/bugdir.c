/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/failures/bugdir.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fail.h"
#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "heddle/workers/environment.h"
#include "model/schedule/places_text.h"
#include "model/schedule/schedule_print.h"
#include "report/fingerprint.h"
#include "report/json/report_write.h"
#include "report/render/failure_text.h"

#define BUGS_MAX 1000000

int hd_bugdir_prepare(const char *out)
{
	char *probe;
	int fd, error;

	if (hd_make_directories(out))
		return hd_complain_errno(errno, "cannot create the output folder %s", out);
	probe = hd_sprintf("%s/.writable.XXXXXX", out);
	fd = mkstemp(probe);
	error = errno;
	if (fd >= 0) {
		close(fd);
		unlink(probe);
	}
	free(probe);
	return fd < 0 ? hd_complain_errno(error, "cannot write to the output folder %s", out) : 0;
}

/* One file of the folder. */
typedef int (*writer)(const struct hd_bug *bug, const char *path, FILE *f);

static int write_schedule(const struct hd_bug *bug, const char *path, FILE *f)
{
	(void)path;
	return hd_schedule_print(bug->schedule, f);
}

static int write_original(const struct hd_bug *bug, const char *path, FILE *f)
{
	(void)path;
	return hd_schedule_print(bug->original, f);
}

static int write_points(const struct hd_bug *bug, const char *path, FILE *f)
{
	(void)path;
	return hd_schedule_print(bug->for_trials, f);
}

static int write_text(const struct hd_bug *bug, const char *path, FILE *f)
{
	hd_report_print(bug->report, f, false);
	hd_bugdir_print_howto(path, f);
	return 0;
}

static int write_bug_json(const struct hd_bug *bug, const char *path, FILE *f)
{
	(void)path;
	return hd_report_write_json(bug->report, f);
}

/* So that the next search need not read the whole report. */
static int write_fingerprint(const struct hd_bug *bug, const char *path, FILE *f)
{
	char *fingerprint = hd_report_fingerprint(bug->report);

	(void)path;
	fprintf(f, HD_FINGERPRINT_NAME " %s\n", fingerprint);
	free(fingerprint);
	return 0;
}

static int write_places(const struct hd_bug *bug, const char *path, FILE *f)
{
	(void)path;
	return hd_places_print(bug->places, f);
}

static int write_output(const struct hd_bug *bug, const char *path, FILE *f)
{
	(void)path;
	hd_capture_print(bug->output, f);
	return 0;
}

static int write_client(const struct hd_bug *bug, const char *path, FILE *f)
{
	(void)path;
	hd_capture_print(bug->client, f);
	return 0;
}

static int write_environment(const struct hd_bug *bug, const char *path, FILE *f)
{
	(void)bug;
	(void)path;
	hd_environment_write(f);
	return 0;
}

static int write_input(const struct hd_bug *bug, const char *path, FILE *f)
{
	char buffer[65536];
	off_t at = 0;
	ssize_t n;

	(void)path;
	while ((n = pread(bug->target->input, buffer, sizeof(buffer), at)) > 0) {
		fwrite(buffer, 1, (size_t)n, f);
		at += n;
	}
	return n < 0 ? -1 : 0;
}

static const struct part {
	const char *name;
	writer write;
	enum {
		ALWAYS,
		WITH_ORIGINAL,
		WITH_POINTS,
		WITH_PLACES,
		WITH_REPORT,
		WITH_OUTPUT,
		WITH_CLIENT,
		WITH_INPUT,
		LATER /* by a later search; it is removed when the folder is written anew */
	} when;
	bool once; /* it stays as it is when the folder is written anew */
} parts[] = {
    {HD_BUG_SCHEDULE, write_schedule, ALWAYS, false},
    {HD_BUG_ORIGINAL, write_original, WITH_ORIGINAL, false},
    {HD_BUG_POINTS, write_points, WITH_POINTS, false},
    {HD_BUG_PLACES, write_places, WITH_PLACES, false},
    {HD_BUG_STATE, NULL, LATER, false},
    {"report.txt", write_text, WITH_REPORT, false},
    {HD_BUG_REPORT, write_bug_json, WITH_REPORT, false},
    {HD_BUG_FINGERPRINT, write_fingerprint, WITH_REPORT, false},
    {"output.txt", write_output, WITH_OUTPUT, false},
    {"client.txt", write_client, WITH_CLIENT, false},
    {HD_BUG_INPUT, write_input, WITH_INPUT, true},
    {HD_BUG_ENVIRONMENT, write_environment, ALWAYS, true},
};

static bool is_wanted(const struct part *part, const struct hd_bug *bug)
{
	switch (part->when) {
	case WITH_ORIGINAL:
		return bug->original;
	case WITH_POINTS:
		return bug->for_trials && bug->for_trials->npoints;
	case WITH_PLACES:
		return bug->places;
	case LATER:
		return false;
	case WITH_REPORT:
		return bug->report;
	case WITH_OUTPUT:
		return bug->output;
	case WITH_CLIENT:
		return bug->client;
	case WITH_INPUT:
		return bug->target->input >= 0 && bug->target->input_size;
	default:
		return true;
	}
}

/* `path` is what the folder is called when it is complete. */
static int write_part(const struct part *part, const struct hd_bug *bug, const char *into, const char *path)
{
	char *name = hd_sprintf("%s/%s", into, part->name);
	struct hd_outfile file;
	int result = hd_outfile_open(&file, name);

	free(name);
	if (result)
		return -1;
	if (part->write(bug, path, file.f)) {
		hd_outfile_abandon(&file);
		return -1;
	}
	return hd_outfile_commit(&file);
}

static int write_parts(const struct hd_bug *bug, const char *into, const char *path)
{
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (is_wanted(&parts[i], bug) && write_part(&parts[i], bug, into, path))
			return -1;
	}
	return 0;
}

/* A half-written folder must not look like a bug. */
static void remove_parts(const char *path)
{
	int error = errno;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		char *name = hd_sprintf("%s/%s", path, parts[i].name);

		unlink(name);
		free(name);
	}
	rmdir(path);
	errno = error;
}

unsigned hd_bugdir_number(const char *name)
{
	uint64_t n;

	return !strncmp(name, "bug-", 4) && hd_parse_count(name + 4, BUGS_MAX, &n) ? (unsigned)n : 0;
}

/* One more than the highest number in use, so that a bug's name never means two things. */
static unsigned next_number(const char *out)
{
	DIR *dir = opendir(out);
	unsigned highest = 0;

	for (struct dirent *entry; dir && (entry = readdir(dir));) {
		unsigned n = hd_bugdir_number(entry->d_name);

		if (n > highest)
			highest = n;
	}
	if (dir)
		closedir(dir);
	return highest + 1;
}

static char *make_numbered(const char *out, unsigned *number)
{
	for (*number = next_number(out); *number <= BUGS_MAX; ++*number) {
		char *path = hd_sprintf("%s/bug-%u", out, *number);

		if (!mkdir(path, 0777))
			return path;
		free(path);
		if (errno != EEXIST) /* else another process writes to this folder at the same time */
			return NULL;
	}
	return NULL;
}

static char *write_into(char *path, const struct hd_bug *bug)
{
	if (path && write_parts(bug, path, path)) {
		remove_parts(path);
		free(path);
		return NULL;
	}
	return path;
}

char *hd_bugdir_write(const char *out, const struct hd_bug *bug, unsigned *number)
{
	return write_into(make_numbered(out, number), bug);
}

/* Parts are written elsewhere first: the folder is changed only when all of them could be. */
static int move_parts(const char *from, const char *to)
{
	int result = 0;

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		char *new = hd_sprintf("%s/%s", from, parts[i].name);
		char *old = hd_sprintf("%s/%s", to, parts[i].name);

		if (rename(new, old) && (errno != ENOENT || (unlink(old) && errno != ENOENT)))
			result = -1;
		free(new);
		free(old);
	}
	return result;
}

char *hd_bugdir_replace(const char *out, const struct hd_bug *bug, unsigned number)
{
	char *path = hd_sprintf("%s/bug-%u", out, number), *stage = hd_sprintf("%s/.bug.XXXXXX", out);
	int result = -1;

	if (mkdtemp(stage)) {
		result = write_parts(bug, stage, path);
		if (!result)
			result = move_parts(stage, path);
		remove_parts(stage);
	}
	free(stage);
	if (!result)
		return path;
	free(path);
	return NULL;
}

char *hd_bugdir_write_elsewhere(const struct hd_bug *bug, unsigned *number)
{
	const char *dir = getenv("TMPDIR");
	char *out = hd_sprintf("%s/heddle-out.XXXXXX", dir && *dir ? dir : "/tmp"), *path = NULL;

	if (mkdtemp(out)) {
		path = hd_bugdir_write(out, bug, number);
		if (!path)
			rmdir(out);
	}
	free(out);
	return path;
}

char *hd_bugdir_write_run(const char *out, const struct hd_schedule *s, const struct hd_target *t)
{
	const struct hd_bug bug = {.schedule = s, .target = t};
	char *path = hd_sprintf("%s/run", out);

	if (mkdir(path, 0777) && errno != EEXIST) {
		free(path);
		return NULL;
	}
	return write_into(path, &bug);
}

static int write_again(const struct hd_bug *bug, const char *into, const char *path)
{
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (!parts[i].once && is_wanted(&parts[i], bug) && write_part(&parts[i], bug, into, path))
			return -1;
	return 0;
}

int hd_bugdir_rewrite(const char *path, const struct hd_bug *bug)
{
	return write_again(bug, path, path);
}

unsigned hd_bugdir_adopt(const char *out, const char *stage, const struct hd_bug *bug)
{
	unsigned number;
	char *path = make_numbered(out, &number);
	int error;

	if (!path)
		return 0;
	if (write_again(bug, stage, path) || rename(stage, path)) {
		error = errno;
		rmdir(path);
		errno = error;
		number = 0;
	}
	free(path);
	return number;
}

void hd_bugdir_print_howto(const char *path, FILE *f)
{
	char *word = hd_shell_word(path);

	fprintf(f, "\nreplay it:        heddle replay %s\n", word);
	fprintf(f, "in the debugger:  heddle replay --gdb %s\n", word);
	fprintf(f, "all its steps:    heddle show %s\n", word);
	fprintf(f, "in the browser:   heddle report %s\n", word);
	free(word);
}
