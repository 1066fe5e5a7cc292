/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/debug/monitor.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "base/text.h"

#define STEPS_AROUND 20 /* that `schedule` lists before and after the position */

/* A step of the schedule, in the order of the file, which also holds values. */
static bool is_step(const struct hd_schedule *s, uint64_t i)
{
	return s->steps[i].kind != HD_VALUE && !(s->steps[i].note & HD_NOTE_PENDING);
}

/* The place in the file of the step with this number, as `heddle show` numbers them. False: there is none. */
static bool place_of_step(const struct hd_schedule *s, uint64_t number, uint64_t *place)
{
	for (uint64_t i = 0; i < s->nsteps; i++)
		if (is_step(s, i) && number-- == 0) {
			*place = i;
			return true;
		}
	return false;
}

static uint64_t number_at(const struct hd_schedule *s, uint64_t place)
{
	uint64_t number = 0;

	for (uint64_t i = 0; i < place && i < s->nsteps; i++)
		number += is_step(s, i);
	return number;
}

static void put_thread(FILE *f, struct hd_debug_session *s, unsigned tid)
{
	char *name = hd_thread_text_name(&s->texts, &s->debuggee, tid);

	fprintf(f, name ? "T%u (%s)" : "T%u", tid, name);
	free(name);
}

static void put_step(FILE *f, struct hd_debug_session *s, uint64_t place)
{
	const struct hd_schedule *schedule = s->debuggee.schedule;
	const struct hd_step *step = &schedule->steps[place];
	const struct hd_schedule_op *op = step->site < schedule->nops ? &schedule->ops[step->site] : NULL;

	put_thread(f, s, step->tid);
	fprintf(f, "  %s", hd_event_text[step->kind]);
	if (op && op->text)
		fprintf(f, "  %s", op->text);
	fputc('\n', f);
}

/* ---- the commands ---- */

static void monitor_schedule(struct hd_debug_session *s, const char *args, FILE *f)
{
	const struct hd_schedule *schedule = s->debuggee.schedule;
	uint64_t here = s->timeline.now.at, number = number_at(schedule, here);
	bool all = !strcmp(args, "all");
	uint64_t first = all || number < STEPS_AROUND ? 0 : number - STEPS_AROUND, n = 0;

	for (uint64_t i = 0; i < schedule->nsteps; i++) {
		if (!is_step(schedule, i))
			continue;
		if (n >= first && (all || n <= number + STEPS_AROUND)) {
			fprintf(f, "%s %5" PRIu64 "  ", i == here ? "=>" : "  ", n);
			put_step(f, s, i);
		}
		n++;
	}
	if (!all && (first || n > number + STEPS_AROUND + 1))
		fprintf(f, "%" PRIu64 " steps in all: `monitor schedule all` lists them\n", n);
	fprintf(f, "at the end: %s%s%s\n", hd_outcome_text[schedule->outcome], schedule->message ? ": " : "",
		schedule->message ? schedule->message : "");
}

static void go_to_place(struct hd_debug_session *s, uint64_t place, FILE *f)
{
	const struct hd_schedule *schedule = s->debuggee.schedule;

	if (!hd_timeline_go(&s->timeline, &s->debuggee, place)) {
		fputs("heddle: the replay did not come there\n", f);
		return;
	}
	fprintf(f, "before step %" PRIu64 ": ", number_at(schedule, place));
	put_step(f, s, place);
}

static void monitor_step(struct hd_debug_session *s, const char *args, FILE *f)
{
	uint64_t number, place;
	char *end;

	errno = 0;
	number = strtoull(args, &end, 10);
	if (end == args || *end || errno || *args == '-')
		fputs("heddle: which step? monitor step N, with a number that `monitor schedule` shows\n", f);
	else if (!place_of_step(s->debuggee.schedule, number, &place))
		fprintf(f, "heddle: the schedule has no step %" PRIu64 "\n", number);
	else
		go_to_place(s, place, f);
}

static void monitor_switch(struct hd_debug_session *s, const char *args, FILE *f)
{
	const struct hd_schedule *schedule = s->debuggee.schedule;
	uint64_t here = s->timeline.now.at;
	unsigned before = here < schedule->nsteps && is_step(schedule, here) ? schedule->steps[here].tid : 0;

	(void)args;
	for (uint64_t i = here; i < schedule->nsteps; i++)
		if (is_step(schedule, i) && schedule->steps[i].tid != before) {
			go_to_place(s, i, f);
			return;
		}
	fputs("heddle: no other thread goes on after this: `continue` leads to the end\n", f);
}

static void monitor_help(struct hd_debug_session *s, const char *args, FILE *f);

static const struct {
	const char *name, *help;
	void (*run)(struct hd_debug_session *s, const char *args, FILE *f);
} commands[] = {
    {"help", "monitor help          what there is", monitor_help},
    {"schedule", "monitor schedule      the steps around this one; `all` for all of them", monitor_schedule},
    {"step", "monitor step N        go to just before step N, forwards or backwards", monitor_step},
    {"switch", "monitor switch        go on to the next switch to another thread", monitor_switch},
};

#define COMMANDS (sizeof(commands) / sizeof(*commands))

static void monitor_help(struct hd_debug_session *s, const char *args, FILE *f)
{
	(void)s, (void)args;
	for (size_t i = 0; i < COMMANDS; i++)
		fprintf(f, "%s\n", commands[i].help);
}

char *hd_monitor(struct hd_debug_session *s, const char *command)
{
	size_t length = strcspn(command, " ");
	const char *args = command + length + strspn(command + length, " ");
	struct hd_text text;

	hd_text_begin(&text);
	for (size_t i = 0; i < COMMANDS; i++)
		if (strlen(commands[i].name) == length && !strncmp(command, commands[i].name, length)) {
			commands[i].run(s, args, text.f);
			return hd_text_end(&text);
		}
	fprintf(text.f, "heddle: there is no command `%s`; `monitor help` lists them\n", command);
	return hd_text_end(&text);
}
