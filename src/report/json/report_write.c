/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/report_write.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>

#include "base/assert.h"
#include "report/json/json_text.h"
#include "report/json/report_version.h"

static json_t *json_checked(json_t *value)
{
	HD_ASSERT(value, "out of memory, or text that is not UTF-8");
	return value;
}

static void json_put(json_t *object, const char *key, json_t *value)
{
	int failed = json_object_set_new(object, key, json_checked(value));

	HD_ASSERT(!failed, "out of memory");
}

static void append(json_t *array, json_t *value)
{
	int failed = json_array_append_new(array, json_checked(value));

	HD_ASSERT(!failed, "out of memory");
}

static void json_put_string(json_t *object, const char *key, const char *value)
{
	if (value)
		json_put(object, key, json_string(value));
}

static void put_integer(json_t *object, const char *key, json_int_t value)
{
	json_put(object, key, json_integer(value));
}

/* JSON's integers end at 63 bits here: what is larger goes into a string. */
static void put_u64(json_t *object, const char *key, uint64_t value)
{
	json_put(object, key, hd_json_u64(value));
}

static void put_hex(json_t *object, const char *key, uint64_t value)
{
	char digits[24];

	snprintf(digits, sizeof digits, "0x%" PRIx64, value);
	json_put_string(object, key, digits);
}

static json_t *location(const struct hd_location *l)
{
	json_t *o = json_checked(json_object());

	json_put_string(o, "function", l->function);
	json_put_string(o, "file", l->file);
	if (l->file) {
		put_integer(o, "line", l->line);
		put_integer(o, "column", l->column);
	}
	json_put_string(o, "module", l->module);
	if (l->module)
		put_hex(o, "offset", l->offset);
	json_put_string(o, "source", l->source);
	if (l->twins)
		put_integer(o, "twins", l->twins);
	return o;
}

static void put_location(json_t *object, const char *key, const struct hd_location *l)
{
	if (l->function || l->file || l->module)
		json_put(object, key, location(l));
}

static json_t *held_locks(const struct hd_report_thread *t)
{
	json_t *array = json_checked(json_array());

	for (unsigned i = 0; i < t->nheld; i++) {
		json_t *o = json_checked(json_object());

		json_put_string(o, "name", t->held[i].name);
		put_location(o, "where", &t->held[i].where);
		append(array, o);
	}
	return array;
}

static json_t *stack(const struct hd_report_thread *t)
{
	json_t *array = json_checked(json_array());

	for (unsigned i = 0; i < t->nstack; i++)
		append(array, location(&t->stack[i]));
	return array;
}

static json_t *thread_json(const struct hd_report_thread *t)
{
	json_t *o = json_checked(json_object());

	put_integer(o, "thread", t->tid);
	json_put_string(o, "name", t->name);
	json_put_string(o, "state", t->state);
	json_put_string(o, "waits_for", t->waits_for);
	if (t->owner >= 0)
		put_integer(o, "owner", t->owner);
	put_location(o, "where", &t->where);
	put_location(o, "owner_where", &t->owner_where);
	json_put(o, "stack", stack(t));
	json_put(o, "held", held_locks(t));
	return o;
}

static json_t *step(const struct hd_report_step *s)
{
	json_t *o = json_checked(json_object());

	put_u64(o, "step", s->step);
	put_integer(o, "thread", s->tid);
	json_put_string(o, "what", s->what);
	json_put_string(o, "object", s->object);
	json_put_string(o, "value", s->value);
	json_put_string(o, "note", s->note);
	put_location(o, "where", &s->where);
	if (s->marked)
		json_put(o, "marked", json_true());
	if (s->pending)
		json_put(o, "pending", json_true());
	return o;
}

static json_t *block(const struct hd_report_block *b)
{
	json_t *o = json_checked(json_object());

	json_put_string(o, "name", b->name);
	json_put_string(o, "text", b->text);
	return o;
}

static void put_lists(json_t *o, const struct hd_report *r)
{
	json_t *threads = json_checked(json_array()), *steps = json_checked(json_array()),
	       *blocks = json_checked(json_array());

	for (unsigned i = 0; i < r->nthreads; i++)
		append(threads, thread_json(&r->threads[i]));
	for (unsigned i = 0; i < r->nsteps; i++)
		append(steps, step(&r->steps_list[i]));
	for (unsigned i = 0; i < r->nblocks; i++)
		append(blocks, block(&r->blocks[i]));
	json_put(o, "threads", threads);
	json_put(o, "blocks", blocks);
	put_u64(o, "steps_left_out", r->steps_left_out);
	json_put(o, "steps_list", steps);
}

static void put_strings(json_t *o, const char *key, char *const *strings, unsigned n)
{
	json_t *list = json_checked(json_array());

	for (unsigned i = 0; i < n; i++)
		append(list, json_string(strings[i]));
	json_put(o, key, list);
}

static void put_orders(json_t *o, const struct hd_report *r)
{
	json_t *list = json_checked(json_array());

	for (unsigned i = 0; i < r->norders; i++) {
		json_t *order = json_checked(json_object());

		put_u64(order, "first", r->orders[i].first);
		put_u64(order, "second", r->orders[i].second);
		append(list, order);
	}
	json_put(o, "orders", list);
}

/* Of a run that was made smaller. */
static void put_size(json_t *o, const char *key, const struct hd_run_size *size)
{
	json_t *inner;

	if (!size->steps)
		return;
	inner = json_checked(json_object());
	put_u64(inner, "threads", size->threads);
	put_u64(inner, "preemptions", size->preemptions);
	put_u64(inner, "switches", size->switches);
	put_u64(inner, "steps", size->steps);
	json_put(o, key, inner);
}

static void put_check(json_t *test, const struct hd_report_test *t)
{
	json_t *check;

	if (!t->text)
		return;
	check = json_checked(json_object());
	json_put_string(check, "file", t->file);
	if (t->file)
		put_integer(check, "line", t->line);
	json_put_string(check, "text", t->text);
	json_put(test, "check", check);
}

static void put_test(json_t *o, const struct hd_report_test *t)
{
	json_t *test;

	if (!t->name)
		return;
	test = json_checked(json_object());
	json_put_string(test, "framework", t->framework);
	json_put_string(test, "name", t->name);
	put_check(test, t);
	json_put(o, "test", test);
}

static json_t *whole(const struct hd_report *r)
{
	json_t *o = json_checked(json_object());

	put_integer(o, "version", HD_REPORT_VERSION);
	json_put_string(o, "kind", r->kind);
	json_put_string(o, "message", r->message);
	json_put_string(o, "detail", r->detail);
	json_put_string(o, "cause", r->cause);
	json_put_string(o, "pattern", r->pattern);
	json_put_string(o, "remedy", r->remedy);
	json_put_string(o, "apart", r->apart);
	json_put_string(o, "condition", r->condition);
	put_test(o, &r->test);
	json_put_string(o, "program", r->program);
	put_strings(o, "args", r->args, r->nargs);
	json_put_string(o, "strategy", r->strategy);
	json_put_string(o, "client", r->client);
	json_put_string(o, "doubt", r->doubt);
	put_u64(o, "seed", r->seed);
	put_integer(o, "depth", r->depth);
	put_u64(o, "run", r->run);
	json_put(o, "seconds", json_real(isfinite(r->seconds) ? r->seconds : 0));
	put_u64(o, "steps", r->steps);
	put_size(o, "size", &r->size);
	put_size(o, "size_before", &r->size_before);
	put_hex(o, "hash", r->hash);
	if (r->tid >= 0)
		put_integer(o, "thread", r->tid);
	json_put_string(o, "address", r->address);
	put_location(o, "where", &r->where);
	put_lists(o, r);
	if (r->noutput)
		put_strings(o, "output", r->output, r->noutput);
	if (r->norders)
		put_orders(o, r);
	if (r->nraces)
		put_strings(o, "races", r->races, r->nraces);
	return o;
}

int hd_report_write_json(const struct hd_report *r, FILE *f)
{
	json_t *o = whole(r);

	errno = 0;
	int failed = json_dumpf(o, f, JSON_INDENT(1)) != 0 || fputc('\n', f) == EOF || fflush(f) != 0;
	json_decref(o);
	if (failed && !errno)
		errno = EIO;
	return failed ? -1 : 0;
}
