/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/suite/test_process.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fail.h"
#include "base/file.h"
#include "heddle/suite/child.h"

#define LONG_TIME   1e6	  /* seconds, when only runs are counted */
#define STUCK_AFTER 180.0 /* seconds that confirming and explaining a failure may take at most */
#define NOTE	    "note: "

void hd_test_words(struct hd_words *words, double seconds, uint64_t runs)
{
	hd_words_add(words, "/proc/self/exe");
	hd_words_add(words, "test");
	hd_words_addf(words, "--time=%.3f", seconds > 0 ? seconds : LONG_TIME);
	if (runs)
		hd_words_addf(words, "--runs=%" PRIu64, runs);
}

static int open_output(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0)
		hd_complain_errno(errno, "cannot write %s", path);
	return fd;
}

bool hd_test_process_start(struct hd_test_process *p, const struct hd_test_start *start,
			   const struct hd_signals *signals)
{
	struct hd_child child = {.argv = start->words->at,
				 .directory = start->directory,
				 .input = start->input,
				 .out = open_output(start->out)};

	child.err = !strcmp(start->out, start->err) ? child.out : open_output(start->err);
	*p = (struct hd_test_process){.began = hd_now()};
	p->kill_at = p->began + (start->seconds > 0 ? 3 * start->seconds + STUCK_AFTER : LONG_TIME);
	if (child.out >= 0 && child.err >= 0) {
		p->pid = hd_child_start(&child, signals);
		if (p->pid < 0)
			hd_complain_errno(errno, "cannot start a search");
	}
	if (p->pid < 0)
		p->pid = 0;
	if (child.out >= 0)
		close(child.out);
	if (child.err >= 0 && child.err != child.out)
		close(child.err);
	return p->pid;
}

bool hd_test_process_ended(struct hd_test_process *p)
{
	if (!p->pid || TEMP_FAILURE_RETRY(waitpid(p->pid, &p->status, WNOHANG)) != p->pid)
		return false;
	p->pid = 0;
	return true;
}

void hd_test_process_look_after(struct hd_test_process *p, bool stop)
{
	if (p->pid && stop)
		kill(p->pid, SIGTERM); /* which it may not have been told to ignore */
	if (p->pid && hd_now() > p->kill_at) {
		p->killed = true;
		kill(-p->pid, SIGKILL);
	}
}

void hd_test_process_kill(struct hd_test_process *p)
{
	if (!p->pid)
		return;
	kill(-p->pid, SIGKILL);
	TEMP_FAILURE_RETRY(waitpid(p->pid, &p->status, 0));
	p->pid = 0;
}

/* ---- what it has said ---- */

/* What follows the name of the command; NULL: the line is no complaint. */
static const char *complaint_of(const char *line)
{
	static const char *const names[] = {"heddle: ", "heddle test: "};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strncmp(line, names[i], strlen(names[i])))
			return line + strlen(names[i]);
	return NULL;
}

/* The last of its complaints; to be freed. */
static char *last_complaint(const char *path)
{
	char *text = hd_read_text(path), *last = NULL, *rest = text, *line;

	while (rest && (line = strsep(&rest, "\n"))) {
		const char *complaint = complaint_of(line);

		if (!complaint)
			continue;
		free(last);
		last = hd_strdup(complaint);
	}
	free(text);
	return last;
}

char *hd_test_process_trouble(const struct hd_test_process *p, const char *err)
{
	char *complaint = p->killed ? hd_strdup("its search did not end") : last_complaint(err);

	if (complaint)
		return complaint;
	return WIFSIGNALED(p->status) ? hd_sprintf("its search ended by signal %d", WTERMSIG(p->status))
				      : hd_sprintf("its search ended with status %d", WEXITSTATUS(p->status));
}

void hd_test_process_notes(const char *err, struct hd_names *told)
{
	char *text = hd_read_text(err), *rest = text, *line;

	while (rest && (line = strsep(&rest, "\n"))) {
		const char *complaint = complaint_of(line);
		size_t known = told->n;

		if (complaint && !strncmp(complaint, NOTE, sizeof(NOTE) - 1))
			hd_names_add(told, hd_strdup(line));
		if (told->n > known)
			fprintf(stderr, "%s\n", line);
	}
	free(text);
}
