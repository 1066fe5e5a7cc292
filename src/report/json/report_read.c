/* SPDX-License-Identifier: Apache-2.0 */
#include "report/json/report_read.h"

#include <errno.h>
#include <limits.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/fail.h"
#include "report/json/report_version.h"
#include "report/utf8.h"

#define MAX_TEXT    4096
#define MAX_ENTRIES (1 << 21) /* of any list */
#define MAX_FILE    (256 << 20)

static char sentence[1024];

static void *wrong(const char **error, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void *wrong(const char **error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(sentence, sizeof sentence, fmt, ap);
	va_end(ap);
	*error = sentence;
	return NULL;
}

static char *get_string(const json_t *object, const char *key)
{
	return hd_clean(json_string_value(json_object_get(object, key)), MAX_TEXT);
}

static int get_int(const json_t *object, const char *key, int least, int most, int otherwise)
{
	const json_t *value = json_object_get(object, key);
	json_int_t number = json_integer_value(value);

	return json_is_integer(value) && number >= least && number <= most ? (int)number : otherwise;
}

static uint64_t get_u64(const json_t *object, const char *key)
{
	const json_t *value = json_object_get(object, key);

	if (json_is_integer(value))
		return (uint64_t)json_integer_value(value);
	return json_is_string(value) ? strtoull(json_string_value(value), NULL, 0) : 0;
}

static bool get_bool(const json_t *object, const char *key)
{
	return json_is_true(json_object_get(object, key));
}

static unsigned get_tid(const json_t *object)
{
	return (unsigned)get_int(object, "thread", 0, HD_MAX_THREADS - 1, 0);
}

/* The list under a key and how many of its entries are read. */
static const json_t *get_list(const json_t *object, const char *key, unsigned *n)
{
	const json_t *list = json_object_get(object, key);
	size_t size = json_array_size(list);

	*n = (unsigned)(size < MAX_ENTRIES ? size : MAX_ENTRIES);
	return list;
}

static struct hd_location read_location(const json_t *o)
{
	struct hd_location l = {
	    .function = get_string(o, "function"),
	    .file = get_string(o, "file"),
	    .module = get_string(o, "module"),
	    .source = get_string(o, "source"),
	};

	if (l.file) {
		l.line = get_int(o, "line", 0, INT32_MAX, 0);
		l.column = get_int(o, "column", 0, INT32_MAX, 0);
	}
	if (l.source)
		l.twins = (unsigned)get_int(o, "twins", 0, INT32_MAX, 0);
	if (l.module)
		l.offset = get_u64(o, "offset");
	return l;
}

static struct hd_location get_location(const json_t *object, const char *key)
{
	return read_location(json_object_get(object, key));
}

static char *get_string_or(const json_t *object, const char *key, const char *otherwise)
{
	char *value = get_string(object, key);

	return value ? value : hd_strdup(otherwise);
}

static void read_thread(const json_t *o, struct hd_report_thread *t)
{
	const json_t *list;

	t->tid = get_tid(o);
	t->name = get_string(o, "name");
	t->state = get_string(o, "state");
	t->waits_for = get_string(o, "waits_for");
	t->owner = get_int(o, "owner", 0, HD_MAX_THREADS - 1, -1);
	t->where = get_location(o, "where");
	t->owner_where = get_location(o, "owner_where");
	list = get_list(o, "stack", &t->nstack);
	t->stack = hd_new(t->nstack, sizeof *t->stack);
	for (unsigned i = 0; i < t->nstack; i++)
		t->stack[i] = read_location(json_array_get(list, i));
	list = get_list(o, "held", &t->nheld);
	t->held = hd_new(t->nheld, sizeof *t->held);
	for (unsigned i = 0; i < t->nheld; i++) {
		t->held[i].name = get_string_or(json_array_get(list, i), "name", "a lock");
		t->held[i].where = get_location(json_array_get(list, i), "where");
	}
}

static void read_step(const json_t *o, struct hd_report_step *s)
{
	s->step = get_u64(o, "step");
	s->tid = get_tid(o);
	s->what = get_string_or(o, "what", "?");
	s->object = get_string(o, "object");
	s->value = get_string(o, "value");
	s->note = get_string(o, "note");
	s->where = get_location(o, "where");
	s->marked = get_bool(o, "marked");
	s->pending = get_bool(o, "pending");
}

static char **read_strings(const json_t *o, const char *key, unsigned *n)
{
	const json_t *list = get_list(o, key, n);
	char **strings = hd_new(*n, sizeof *strings);

	for (unsigned i = 0; i < *n; i++) {
		const char *s = json_string_value(json_array_get(list, i));

		strings[i] = hd_clean(s ? s : "", MAX_TEXT);
	}
	return strings;
}

static void read_lists(const json_t *o, struct hd_report *r)
{
	const json_t *list;

	r->args = read_strings(o, "args", &r->nargs);
	r->output = read_strings(o, "output", &r->noutput);
	r->races = read_strings(o, "races", &r->nraces);
	list = get_list(o, "threads", &r->nthreads);
	r->threads = hd_new(r->nthreads, sizeof *r->threads);
	for (unsigned i = 0; i < r->nthreads; i++)
		read_thread(json_array_get(list, i), &r->threads[i]);
	list = get_list(o, "blocks", &r->nblocks);
	r->blocks = hd_new(r->nblocks, sizeof *r->blocks);
	for (unsigned i = 0; i < r->nblocks; i++) {
		r->blocks[i].name = get_string_or(json_array_get(list, i), "name", "?");
		r->blocks[i].text = get_string_or(json_array_get(list, i), "text", "?");
	}
	list = get_list(o, "steps_list", &r->nsteps);
	r->steps_list = hd_new(r->nsteps, sizeof *r->steps_list);
	for (unsigned i = 0; i < r->nsteps; i++)
		read_step(json_array_get(list, i), &r->steps_list[i]);
}

static void read_orders(const json_t *o, struct hd_report *r)
{
	const json_t *list = get_list(o, "orders", &r->norders);

	r->orders = hd_new(r->norders, sizeof *r->orders);
	for (unsigned i = 0; i < r->norders; i++)
		r->orders[i] = (struct hd_report_order){get_u64(json_array_get(list, i), "first"),
							get_u64(json_array_get(list, i), "second")};
}

static struct hd_run_size read_size(const json_t *o, const char *key)
{
	const json_t *size = json_object_get(o, key);

	return (struct hd_run_size){.threads = get_u64(size, "threads"),
				    .preemptions = get_u64(size, "preemptions"),
				    .switches = get_u64(size, "switches"),
				    .steps = get_u64(size, "steps")};
}

static struct hd_report_test read_test(const json_t *o)
{
	const json_t *test = json_object_get(o, "test"), *check = json_object_get(test, "check");

	return (struct hd_report_test){.framework = get_string(test, "framework"),
				       .name = get_string(test, "name"),
				       .file = get_string(check, "file"),
				       .line = get_int(check, "line", 0, INT_MAX, 0),
				       .text = get_string(check, "text")};
}

static struct hd_report *read_report(const json_t *o)
{
	struct hd_report *r = hd_new(1, sizeof *r);

	r->program = get_string_or(o, "program", "?");
	r->kind = get_string(o, "kind");
	r->message = get_string(o, "message");
	r->detail = get_string(o, "detail");
	r->cause = get_string(o, "cause");
	r->pattern = get_string(o, "pattern");
	r->remedy = get_string(o, "remedy");
	r->apart = get_string(o, "apart");
	r->condition = get_string(o, "condition");
	r->test = read_test(o);
	r->strategy = get_string(o, "strategy");
	r->client = get_string(o, "client");
	r->doubt = get_string(o, "doubt");
	r->seed = get_u64(o, "seed");
	r->depth = (unsigned)get_u64(o, "depth");
	r->run = get_u64(o, "run");
	r->seconds = json_number_value(json_object_get(o, "seconds"));
	r->steps = get_u64(o, "steps");
	r->size = read_size(o, "size");
	r->size_before = read_size(o, "size_before");
	r->hash = get_u64(o, "hash");
	r->tid = get_int(o, "thread", 0, HD_MAX_THREADS - 1, -1);
	r->address = get_string(o, "address");
	r->where = get_location(o, "where");
	r->steps_left_out = get_u64(o, "steps_left_out");
	read_lists(o, r);
	read_orders(o, r);
	return r;
}

/* What a report cannot do without. */
static bool check(const json_t *o, const char *name, const char **error)
{
	const json_t *version = json_object_get(o, "version");

	if (!json_is_object(o) || !json_is_integer(version) || !json_is_string(json_object_get(o, "kind")) ||
	    !json_is_string(json_object_get(o, "message")) ||
	    !json_is_array(json_object_get(o, "steps_list"))) {
		wrong(error, "%s is not a report of heddle's", name);
		return false;
	}
	if (json_integer_value(version) != HD_REPORT_VERSION) {
		wrong(error,
		      "%s is a report of version %" JSON_INTEGER_FORMAT "; this heddle reads version %d",
		      name, json_integer_value(version), HD_REPORT_VERSION);
		return false;
	}
	if (hd_outcome_named(json_string_value(json_object_get(o, "kind"))) == HD_OUTCOME_COUNT) {
		wrong(error, "%s names a kind of failure that this heddle does not know", name);
		return false;
	}
	return true;
}

static struct hd_report *parse_report(const char *text, size_t size, const char *name, const char **error)
{
	json_error_t where;
	json_t *o = json_loadb(text, size, 0, &where);
	struct hd_report *r = NULL;

	if (!o)
		return wrong(error, "%s is damaged: line %d: %s", name, where.line, where.text);
	if (check(o, name, error))
		r = read_report(o);
	json_decref(o);
	return r;
}

struct hd_report *hd_report_parse_json(const char *text, size_t size, const char **error)
{
	return parse_report(text, size, "the report", error);
}

static struct hd_report *read_open(FILE *f, size_t size, const char *path, const char **error)
{
	char *text = hd_new(size, 1);
	size_t n = fread(text, 1, size, f);
	struct hd_report *r = ferror(f) ? wrong(error, "cannot read %s: %s", path, strerror(errno))
					: parse_report(text, n, path, error);
	free(text);
	return r;
}

struct hd_report *hd_report_read_json(const char *path, const char **error)
{
	struct stat st;
	FILE *f;

	if (stat(path, &st) != 0)
		return wrong(error, "cannot read %s: %s", path, strerror(errno));
	if (!S_ISREG(st.st_mode) || st.st_size > MAX_FILE)
		return wrong(error, "%s is not a report of heddle's", path);
	f = fopen(path, "re");
	if (!f)
		return wrong(error, "cannot read %s: %s", path, strerror(errno));
	struct hd_report *r = read_open(f, (size_t)st.st_size, path, error);
	fclose(f);
	return r;
}
