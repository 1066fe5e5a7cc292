/* SPDX-License-Identifier: Apache-2.0 */
#include "model/schedule/schedule_parse.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "model/event.h"
#include "model/schedule/schedule_scan.h"

/* The lines of the head and of the tables */

static bool parse_program(struct hd_scan *p)
{
	if (!hd_scan_string(p, &p->s->program))
		return false;
	return p->s->program[0] == '/' || hd_scan_fail(p, "the program is no absolute path");
}

static bool parse_arg(struct hd_scan *p)
{
	char *arg;

	if (p->s->nargs == HD_SCHEDULE_ARGS_MAX)
		return hd_scan_fail(p, "more than %u arguments", HD_SCHEDULE_ARGS_MAX);
	if (!hd_scan_string(p, &arg))
		return false;
	hd_schedule_add_arg(p->s, arg);
	free(arg);
	return true;
}

static bool parse_variable(struct hd_scan *p)
{
	char *variable;
	bool named;

	if (p->s->nvariables == HD_SCHEDULE_ARGS_MAX)
		return hd_scan_fail(p, "more than %u variables", HD_SCHEDULE_ARGS_MAX);
	if (!hd_scan_string(p, &variable))
		return false;
	named = *variable != '=' && strchr(variable, '=');
	if (named)
		hd_schedule_add_variable(p->s, variable);
	free(variable);
	return named || hd_scan_fail(p, "a variable is NAME=VALUE");
}

static bool parse_directory(struct hd_scan *p)
{
	return hd_scan_string(p, &p->s->directory);
}

static bool parse_build_id(struct hd_scan *p)
{
	return hd_scan_build_id(p, &p->s->build_id);
}

static bool parse_strategy(struct hd_scan *p)
{
	return hd_scan_name(p, &p->s->strategy, "the strategy");
}

static bool parse_seed(struct hd_scan *p)
{
	return hd_scan_number(p, UINT64_MAX, &p->s->plan.seed, "the seed");
}

static bool parse_depth(struct hd_scan *p)
{
	uint64_t n;

	if (!hd_scan_number(p, UINT32_MAX, &n, "the depth"))
		return false;
	p->s->plan.depth = (uint32_t)n;
	return true;
}

static bool parse_heap(struct hd_scan *p)
{
	return hd_scan_either(p, "quarantine", "reuse", &p->s->plan.heap, "heap");
}

static bool parse_timeouts(struct hd_scan *p)
{
	char word[32];

	if (!hd_scan_word(p, word, sizeof(word), "timeouts"))
		return false;
	for (uint32_t i = 0; hd_timeouts_text[i]; i++)
		if (!strcmp(word, hd_timeouts_text[i])) {
			p->s->plan.timeouts = i;
			return true;
		}
	return hd_scan_fail(p, "timeouts is late, near or eager, not `%s`", word);
}

static bool parse_spurious(struct hd_scan *p)
{
	return hd_scan_either(p, "no", "yes", &p->s->plan.spurious, "spurious");
}

static bool parse_expect_exit(struct hd_scan *p)
{
	uint64_t n;

	if (!hd_scan_number(p, 255, &n, "the expected exit status"))
		return false;
	p->s->expect_exit = (uint32_t)n;
	return true;
}

static bool parse_reset(struct hd_scan *p)
{
	return hd_scan_name(p, &p->s->reset, "reset");
}

static bool parse_setup(struct hd_scan *p)
{
	return hd_scan_string(p, &p->s->around.setup);
}

static bool parse_ready(struct hd_scan *p)
{
	return hd_scan_string(p, &p->s->around.ready);
}

static bool parse_client(struct hd_scan *p)
{
	return hd_scan_string(p, &p->s->around.client);
}

static bool parse_teardown(struct hd_scan *p)
{
	return hd_scan_string(p, &p->s->around.teardown);
}

static bool parse_children(struct hd_scan *p)
{
	char word[16];

	if (!hd_scan_word(p, word, sizeof(word), "the children"))
		return false;
	p->s->controls_children = true;
	return !strcmp(word, "controlled") || hd_scan_fail(p, "children are controlled, not `%s`", word);
}

static bool parse_network(struct hd_scan *p)
{
	char word[16];

	if (!hd_scan_word(p, word, sizeof(word), "the network"))
		return false;
	p->s->around.alone = true;
	return !strcmp(word, "private") || hd_scan_fail(p, "network is private, not `%s`", word);
}

static bool parse_pool(struct hd_scan *p)
{
	uint64_t n;

	if (!hd_scan_number(p, HD_MAX_THREADS, &n, "the pool"))
		return false;
	p->s->pool = (uint32_t)n;
	return true;
}

static bool parse_worker(struct hd_scan *p)
{
	uint64_t n;

	if (!hd_scan_number(p, UINT32_MAX, &n, "the worker"))
		return false;
	p->s->around.worker = (uint32_t)n;
	return true;
}

static bool parse_failure(struct hd_scan *p)
{
	char word[32];

	if (!hd_scan_word(p, word, sizeof(word), "the kind of failure"))
		return false;
	p->s->outcome = hd_outcome_named(word);
	if (p->s->outcome == HD_OUTCOME_COUNT)
		return hd_scan_fail(p, "`%s` is no kind of failure", word);
	return true;
}

static bool parse_message(struct hd_scan *p)
{
	return hd_scan_string(p, &p->s->message);
}

static bool parse_hash(struct hd_scan *p)
{
	return hd_scan_hex(p, &p->s->hash, "the hash");
}

static bool parse_run(struct hd_scan *p)
{
	return hd_scan_number(p, UINT64_MAX, &p->s->run, "the run");
}

static bool take_index(struct hd_scan *p, size_t expected, size_t max, const char *what)
{
	uint64_t n;

	if (expected >= max)
		return hd_scan_fail(p, "more than %zu lines `%s`", max, what);
	if (!hd_scan_number(p, UINT32_MAX, &n, what))
		return false;
	return n == expected || hd_scan_fail(p, "%s %llu where %s %zu was expected", what,
					     (unsigned long long)n, what, expected);
}

static bool parse_module(struct hd_scan *p)
{
	struct hd_build_id id = {0};
	char *path;

	if (!take_index(p, p->s->nmodules, HD_SCHEDULE_MODULES_MAX, "module") || !hd_scan_build_id(p, &id) ||
	    !hd_scan_string(p, &path))
		return false;
	hd_schedule_add_module(p->s, path, &id);
	free(path);
	return true;
}

static bool parse_take_place(struct hd_scan *p, uint32_t *module, uint64_t *offset)
{
	uint64_t n;

	if (!hd_scan_number(p, UINT32_MAX, &n, "the module") || !hd_scan_hex(p, offset, "the offset"))
		return false;
	if (n >= p->s->nmodules)
		return hd_scan_fail(p, "there is no module %llu", (unsigned long long)n);
	*module = (uint32_t)n;
	return true;
}

static bool at_word(struct hd_scan *p)
{
	hd_scan_blanks(p);
	return p->at < p->stop && *p->at != '"';
}

static bool take_remark(struct hd_scan *p, char **text)
{
	hd_scan_blanks(p);
	return p->at == p->stop || hd_scan_string(p, text);
}

static bool parse_op(struct hd_scan *p)
{
	struct hd_schedule_op op = {0};
	char word[32];

	if (!take_index(p, p->s->nops, HD_SCHEDULE_OPS_MAX, "op") ||
	    !hd_scan_word(p, word, sizeof(word), "the operation"))
		return false;
	if (hd_event_named(word) == HD_EVENT_COUNT || hd_event_named(word) == HD_VALUE)
		return hd_scan_fail(p, "`%s` is no operation", word);
	op.kind = (uint8_t)hd_event_named(word);
	op.known = at_word(p);
	if (op.known && !parse_take_place(p, &op.module, &op.offset))
		return false;
	if (!take_remark(p, &op.text))
		return false;
	hd_schedule_add_op(p->s, &op);
	free(op.text);
	return true;
}

static bool parse_point(struct hd_scan *p)
{
	struct hd_schedule_point point = {0};

	if (p->s->npoints == HD_SCHEDULE_POINTS_MAX)
		return hd_scan_fail(p, "more than %u lines `point`", HD_SCHEDULE_POINTS_MAX);
	if (!parse_take_place(p, &point.module, &point.offset) || !take_remark(p, &point.text))
		return false;
	hd_schedule_add_point(p->s, &point);
	free(point.text);
	return true;
}

static const struct field {
	const char *key;
	bool (*parse)(struct hd_scan *p);
	enum { ONCE, MANY, MAYBE } often; /* exactly one such line, any number, at most one */
} fields[] = {
    {"program", parse_program, ONCE},
    {"arg", parse_arg, MANY},
    {"variable", parse_variable, MANY},
    {"directory", parse_directory, ONCE},
    {"build-id", parse_build_id, ONCE},
    {"strategy", parse_strategy, ONCE},
    {"seed", parse_seed, ONCE},
    {"depth", parse_depth, ONCE},
    {"heap", parse_heap, ONCE},
    {"timeouts", parse_timeouts, ONCE},
    {"spurious", parse_spurious, ONCE},
    {"expect-exit", parse_expect_exit, ONCE},
    {"reset", parse_reset, ONCE},
    {"pool", parse_pool, MAYBE},
    {"children", parse_children, MAYBE},
    {"setup", parse_setup, MAYBE},
    {"ready", parse_ready, MAYBE},
    {"client", parse_client, MAYBE},
    {"teardown", parse_teardown, MAYBE},
    {"network", parse_network, MAYBE},
    {"worker", parse_worker, MAYBE},
    {"failure", parse_failure, ONCE},
    {"message", parse_message, ONCE},
    {"hash", parse_hash, ONCE},
    {"run", parse_run, ONCE},
    {"module", parse_module, MANY},
    {"op", parse_op, MANY},
    {"point", parse_point, MANY},
};

static bool parse_field(struct hd_scan *p, const struct field *f)
{
	p->at += strlen(f->key);
	return f->parse(p) && hd_scan_end(p);
}

static bool parse_fields(struct hd_scan *p)
{
	if (!hd_scan_line(p))
		return false;
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		const struct field *f = &fields[i];

		if (f->often == ONCE && !hd_scan_at(p, f->key))
			return hd_scan_fail(p, "a line `%s …` was expected", f->key);
		while (hd_scan_at(p, f->key)) {
			if (!parse_field(p, f) || !hd_scan_line(p))
				return false;
			if (f->often != MANY)
				break;
		}
	}
	return true;
}

/* The steps */

static void take_notes(struct hd_scan *p, struct hd_step *step)
{
	for (; p->at < p->stop; p->at++) {
		if (*p->at == 't')
			step->note |= HD_NOTE_TIMEOUT;
		else if (*p->at == 's')
			step->note |= HD_NOTE_SPURIOUS;
		else if (*p->at == 'c')
			step->note |= HD_NOTE_CANCEL;
		else if (*p->at == 'p')
			step->note |= HD_NOTE_PENDING;
		else if (*p->at == 'i')
			step->note |= HD_NOTE_SIGNAL;
		else if (*p->at == 'f')
			step->note |= HD_NOTE_FACT;
		else
			break;
	}
}

static bool take_step_body(struct hd_scan *p, struct hd_step *step)
{
	uint64_t n;

	if (p->at == p->stop || (*p->at != ':' && *p->at != '='))
		return hd_scan_fail(p, "a step is THREAD:OP or THREAD=VALUE");
	if (*p->at++ == '=') {
		step->kind = HD_VALUE;
		if (!hd_scan_digits(p, UINT32_MAX, &n, "a step's value"))
			return false;
	} else {
		if (!hd_scan_digits(p, UINT32_MAX, &n, "a step's operation"))
			return false;
		if (n >= p->s->nops)
			return hd_scan_fail(p, "a step names operation %llu, which is not in the table",
					    (unsigned long long)n);
		step->kind = p->s->ops[n].kind;
	}
	step->site = (uint32_t)n;
	take_notes(p, step);
	return true;
}

static bool take_step(struct hd_scan *p)
{
	struct hd_step step = {0};
	uint64_t tid, repeat = 1;

	if (!hd_scan_digits(p, HD_MAX_THREADS - 1, &tid, "a step's thread"))
		return false;
	step.tid = (uint16_t)tid;
	if (!take_step_body(p, &step))
		return false;
	if (p->at < p->stop && *p->at == '*') {
		p->at++;
		if (!hd_scan_digits(p, HD_SCHEDULE_STEPS_MAX, &repeat, "a step's repetition"))
			return false;
	}
	if (p->at < p->stop && *p->at != ' ')
		return hd_scan_fail(p, "a step is followed by `%c`", *p->at);
	if (!repeat || repeat > p->declared - p->s->nsteps)
		return hd_scan_fail(p, "more steps than the %zu that were announced", p->declared);
	hd_schedule_add_steps(p->s, &step, repeat);
	return true;
}

static bool parse_step_line(struct hd_scan *p)
{
	for (hd_scan_blanks(p); p->at < p->stop; hd_scan_blanks(p))
		if (!take_step(p))
			return false;
	return true;
}

static bool parse_end(struct hd_scan *p)
{
	uint64_t n;

	p->at += strlen("end");
	if (!hd_scan_number(p, HD_SCHEDULE_STEPS_MAX, &n, "the number of steps") || !hd_scan_end(p))
		return false;
	if (n != p->s->nsteps || n != p->declared)
		return hd_scan_fail(p, "%zu steps were read, but %zu were announced and the end says %llu",
				    p->s->nsteps, p->declared, (unsigned long long)n);
	return p->next == p->end || (p->line++, hd_scan_fail(p, "something follows the end"));
}

static bool parse_steps(struct hd_scan *p)
{
	uint64_t n;

	if (!hd_scan_at(p, "steps"))
		return hd_scan_fail(p, "a line `steps …` was expected");
	p->at += strlen("steps");
	if (!hd_scan_number(p, HD_SCHEDULE_STEPS_MAX, &n, "the number of steps") || !hd_scan_end(p))
		return false;
	p->declared = n;
	while (hd_scan_line(p)) {
		if (hd_scan_at(p, "end"))
			return parse_end(p);
		if (!parse_step_line(p))
			return false;
	}
	return false;
}

static bool parse_version(struct hd_scan *p)
{
	static const char head[] = "heddle schedule ";
	uint64_t version;

	if (p->end - p->next < (long)sizeof(head) || memcmp(p->next, head, sizeof(head) - 1) != 0) {
		p->line = 1;
		return hd_scan_fail(p, "this is no heddle schedule");
	}
	if (!hd_scan_line(p))
		return false;
	p->at += sizeof(head) - 1;
	if (!hd_scan_number(p, UINT32_MAX, &version, "the version") || !hd_scan_end(p))
		return false;
	return version == HD_SCHEDULE_VERSION ||
	       hd_scan_fail(p, "the schedule has version %llu, this heddle reads version %d",
			    (unsigned long long)version, HD_SCHEDULE_VERSION);
}

struct hd_schedule *hd_schedule_parse(const char *text, size_t size, char **error)
{
	struct hd_scan p = {.next = text, .end = text + size, .s = hd_schedule_new()};

	*error = NULL;
	if (parse_version(&p) && parse_fields(&p) && parse_steps(&p))
		return p.s;
	hd_schedule_free(p.s);
	*error = p.error;
	return NULL;
}
