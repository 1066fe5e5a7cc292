/* SPDX-License-Identifier: Apache-2.0
 *
 * A schedule in memory. */
#include "model/schedule/schedule.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"

const char *const hd_timeouts_text[] = {
    [HD_TIMEOUTS_LATE] = "late", [HD_TIMEOUTS_NEAR] = "near", [HD_TIMEOUTS_EAGER] = "eager", NULL};

struct hd_schedule *hd_schedule_new(void)
{
	return hd_new(1, sizeof(struct hd_schedule));
}

void hd_schedule_free(struct hd_schedule *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->nargs; i++)
		free(s->args[i]);
	for (size_t i = 0; i < s->nvariables; i++)
		free(s->variables[i]);
	for (size_t i = 0; i < s->nmodules; i++)
		free(s->modules[i].path);
	for (size_t i = 0; i < s->nops; i++)
		free(s->ops[i].text);
	for (size_t i = 0; i < s->npoints; i++)
		free(s->points[i].text);
	free(s->program);
	free(s->args);
	free(s->variables);
	free(s->directory);
	free(s->strategy);
	free(s->reset);
	free(s->around.setup);
	free(s->around.ready);
	free(s->around.client);
	free(s->around.teardown);
	free(s->message);
	free(s->modules);
	free(s->ops);
	free(s->points);
	free(s->steps);
	free(s);
}

void hd_schedule_add_arg(struct hd_schedule *s, const char *arg)
{
	s->args = hd_grow(s->args, &s->args_cap, s->nargs + 1, sizeof(*s->args));
	s->args[s->nargs++] = hd_strdup(arg);
}

void hd_schedule_add_variable(struct hd_schedule *s, const char *variable)
{
	s->variables = hd_grow(s->variables, &s->variables_cap, s->nvariables + 1, sizeof(*s->variables));
	s->variables[s->nvariables++] = hd_strdup(variable);
}

void hd_schedule_add_module(struct hd_schedule *s, const char *path, const struct hd_build_id *id)
{
	s->modules = hd_grow(s->modules, &s->modules_cap, s->nmodules + 1, sizeof(*s->modules));
	s->modules[s->nmodules++] = (struct hd_schedule_module){.path = hd_strdup(path), .build_id = *id};
}

void hd_schedule_add_op(struct hd_schedule *s, const struct hd_schedule_op *op)
{
	struct hd_schedule_op copy = *op;

	if (op->text)
		copy.text = hd_strdup(op->text);
	s->ops = hd_grow(s->ops, &s->ops_cap, s->nops + 1, sizeof(*s->ops));
	s->ops[s->nops++] = copy;
}

void hd_schedule_add_point(struct hd_schedule *s, const struct hd_schedule_point *point)
{
	struct hd_schedule_point copy = *point;

	if (point->text)
		copy.text = hd_strdup(point->text);
	s->points = hd_grow(s->points, &s->points_cap, s->npoints + 1, sizeof(*s->points));
	s->points[s->npoints++] = copy;
}

void hd_schedule_add_steps(struct hd_schedule *s, const struct hd_step *step, size_t count)
{
	s->steps = hd_grow(s->steps, &s->steps_cap, s->nsteps + count, sizeof(*s->steps));
	while (count--)
		s->steps[s->nsteps++] = *step;
}

size_t hd_schedule_done_steps(const struct hd_schedule *s)
{
	size_t n = s->nsteps;

	while (n && (s->steps[n - 1].note & HD_NOTE_PENDING))
		n--;
	return n;
}

static bool schedule_same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_op(const struct hd_schedule_op *a, const struct hd_schedule_op *b)
{
	if (a->kind != b->kind || a->known != b->known || !schedule_same_text(a->text, b->text))
		return false;
	return !a->known || (a->module == b->module && a->offset == b->offset);
}

static bool same_point(const struct hd_schedule_point *a, const struct hd_schedule_point *b)
{
	return a->module == b->module && a->offset == b->offset && schedule_same_text(a->text, b->text);
}

static bool same_plan(const struct hd_schedule *a, const struct hd_schedule *b)
{
	const struct hd_plan *p = &a->plan, *q = &b->plan;

	return schedule_same_text(a->strategy, b->strategy) && p->seed == q->seed && p->depth == q->depth &&
	       p->heap == q->heap && p->timeouts == q->timeouts && p->spurious == q->spurious;
}

static bool same_lists(const struct hd_schedule *a, const struct hd_schedule *b)
{
	if (a->nargs != b->nargs || a->nvariables != b->nvariables || a->nmodules != b->nmodules ||
	    a->nops != b->nops || a->npoints != b->npoints || a->nsteps != b->nsteps)
		return false;
	for (size_t i = 0; i < a->nargs; i++)
		if (strcmp(a->args[i], b->args[i]) != 0)
			return false;
	for (size_t i = 0; i < a->nvariables; i++)
		if (strcmp(a->variables[i], b->variables[i]) != 0)
			return false;
	for (size_t i = 0; i < a->nmodules; i++)
		if (strcmp(a->modules[i].path, b->modules[i].path) != 0 ||
		    !hd_build_id_equal(&a->modules[i].build_id, &b->modules[i].build_id))
			return false;
	for (size_t i = 0; i < a->nops; i++)
		if (!same_op(&a->ops[i], &b->ops[i]))
			return false;
	for (size_t i = 0; i < a->npoints; i++)
		if (!same_point(&a->points[i], &b->points[i]))
			return false;
	return !a->nsteps || !memcmp(a->steps, b->steps, a->nsteps * sizeof(*a->steps));
}

static bool same_surroundings(const struct hd_surroundings *a, const struct hd_surroundings *b)
{
	return schedule_same_text(a->setup, b->setup) && schedule_same_text(a->ready, b->ready) &&
	       schedule_same_text(a->client, b->client) && schedule_same_text(a->teardown, b->teardown) &&
	       a->alone == b->alone && a->worker == b->worker;
}

bool hd_schedule_equal(const struct hd_schedule *a, const struct hd_schedule *b)
{
	return schedule_same_text(a->program, b->program) && schedule_same_text(a->directory, b->directory) &&
	       schedule_same_text(a->reset, b->reset) && schedule_same_text(a->message, b->message) &&
	       hd_build_id_equal(&a->build_id, &b->build_id) && a->expect_exit == b->expect_exit &&
	       a->controls_children == b->controls_children && a->pool == b->pool &&
	       a->outcome == b->outcome && a->hash == b->hash && a->run == b->run && same_plan(a, b) &&
	       same_surroundings(&a->around, &b->around) && same_lists(a, b);
}

char *hd_build_id_text(const struct hd_build_id *id, char *out)
{
	static const char digits[] = "0123456789abcdef";
	char *p = out;

	if (!id->len)
		return memcpy(out, "none", sizeof("none"));
	for (uint32_t i = 0; i < id->len && i < HD_SCHEDULE_ID_MAX; i++) {
		*p++ = digits[id->bytes[i] >> 4];
		*p++ = digits[id->bytes[i] & 15];
	}
	*p = '\0';
	return out;
}

bool hd_build_id_equal(const struct hd_build_id *a, const struct hd_build_id *b)
{
	return a->len == b->len && !memcmp(a->bytes, b->bytes, a->len);
}
