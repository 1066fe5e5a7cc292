/* SPDX-License-Identifier: Apache-2.0
 *
 * Shared memory as the runtime would leave it, for tests of reports. The program that the memory speaks of is
 * compiled here, so that names and lines are real; it prints where its sites and variables are. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/rng.h"
#include "base/text.h"
#include "report/build/build.h"
#include "report/json/report_read.h"
#include "report/json/report_write.h"
#include "report/render/failure_text.h"
#include "report/render/whole_interleaving.h"
#include "report/report.h"
#include "report/utf8.h"
#include "symbol/symbol.h"

/* note(NAME) stands for an operation: the runtime would see its return address. */
static const char source[] =
    "#include <link.h>\n"
    "#include <pthread.h>\n"
    "#include <stdio.h>\n"
    "static int base(struct dl_phdr_info *i, size_t n, void *out)\n"
    "{ (void)n; *(unsigned long *)out = i->dlpi_addr; return 1; }\n"
    "static unsigned long offset(void *p)\n"
    "{ unsigned long b = 0; dl_iterate_phdr(base, &b); return (unsigned long)p - b; }\n"
    "__attribute__((noinline)) static void note(const char *name)\n"
    "{ printf(\"%s %lu\\n\", name, offset(__builtin_return_address(0))); __asm__ volatile(\"\"); }\n"
    "pthread_mutex_t a, b; pthread_cond_t ready; int counter; struct { int first, second; } pair;\n"
    "static void worker_a(void)\n"
    "{\n"
    "	note(\"lock_a1\"); /* pthread_mutex_lock(&a) */\n"
    "	note(\"lock_b1\"); /* pthread_mutex_lock(&b) */\n"
    "	note(\"add1\"); /* counter++ */\n"
    "}\n"
    "static void worker_b(void)\n"
    "{\n"
    "	note(\"lock_b2\"); /* pthread_mutex_lock(&b) */\n"
    "	note(\"lock_a2\"); /* pthread_mutex_lock(&a) */\n"
    "	note(\"add2\"); /* counter++ */\n"
    "}\n"
    "int main(void)\n"
    "{\n"
    "	printf(\"a %lu\\nb %lu\\nready %lu\\ncounter %lu\\nsecond %lu\\nworker_a %lu\\nworker_b %lu\\n\", "
    "offset(&a),\n"
    "	       offset(&b), offset(&ready), offset(&counter), offset(&pair.second), offset(worker_a), "
    "offset(worker_b));\n"
    "	note(\"create\"); /* pthread_create */\n"
    "	worker_a();\n"
    "	worker_b();\n"
    "	note(\"join\"); /* pthread_join */\n"
    "	note(\"check\"); /* assert(counter == 2) */\n"
    "	return 0;\n"
    "}\n";

static char dir[] = "/tmp/heddle-report-XXXXXX", program[64];

static struct named {
	char name[32];
	unsigned long offset;
} named[64];
static unsigned nnamed;

static struct hd_wire *wire;
static struct hd_symbols *symbols;

static inline int compile_program(void)
{
	char command[512], path[128];

	snprintf(path, sizeof path, "%s/program.c", dir);
	FILE *f = fopen(path, "w");
	if (!f || fputs(source, f) < 0 || fclose(f) != 0)
		return -1;
	snprintf(program, sizeof program, "%s/program", dir);
	snprintf(command, sizeof command, "cd %s && gcc -D_GNU_SOURCE -w -g -O0 -o program program.c", dir);
	return system(command);
}

static inline int set_up(void **state)
{
	(void)state;
	if (!mkdtemp(dir) || compile_program() != 0)
		return -1;
	FILE *out = popen(program, "r");
	while (out && fscanf(out, "%31s %lu", named[nnamed].name, &named[nnamed].offset) == 2)
		nnamed++;
	wire = mmap(NULL, hd_wire_size(1), PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	symbols = hd_symbols_new();
	return !out || pclose(out) != 0 || wire == MAP_FAILED;
}

static inline int tear_down(void **state)
{
	char command[128];

	(void)state;
	hd_symbols_free(symbols);
	munmap(wire, hd_wire_size(1));
	snprintf(command, sizeof command, "rm -rf %s", dir);
	return system(command);
}

/* ---- shared memory as the runtime leaves it ---- */

static inline unsigned long offset_of(const char *name)
{
	for (unsigned i = 0; i < nnamed; i++)
		if (!strcmp(named[i].name, name))
			return named[i].offset;
	fail_msg("the program has no %s", name);
	return 0;
}

static uint32_t site(const char *name)
{
	uint32_t n = atomic_fetch_add(&wire->nsites, 1);

	wire->sites[n].offset = offset_of(name);
	wire->sites[n].module = 0;
	return n;
}

static inline struct hd_wire_place global(const char *name)
{
	return (struct hd_wire_place){.kind = HD_PLACE_GLOBAL, .offset = offset_of(name)};
}

static inline struct hd_wire_place heap(uint64_t block, uint64_t offset)
{
	return (struct hd_wire_place){.kind = HD_PLACE_HEAP,
				      .block = block,
				      .offset = offset,
				      .size = 24,
				      .alloc_site = site("create")};
}

static uint64_t address(const struct hd_wire_place *p)
{
	return p->kind == HD_PLACE_HEAP ? 0x300000000000 + p->block * 64 + p->offset
					: 0x555555554000 + p->offset;
}

static inline struct hd_op op(enum hd_event_kind kind, const char *at, const struct hd_wire_place *p)
{
	bool access = hd_event_flags[kind] & HD_F_ACCESS;

	return (struct hd_op){
	    .kind = kind, .site = site(at), .addr = p->kind ? address(p) : 0, .size = access ? 4 : 0};
}

static inline struct hd_wire_event *event(unsigned tid, enum hd_event_kind kind, const char *at,
					  struct hd_wire_place p)
{
	struct hd_wire_worker *w = wire->workers;
	uint64_t n = atomic_fetch_add(&w->ntrace, 1);
	struct hd_wire_event *e = &w->trace[n % HD_MAX_TRACE];

	*e = (struct hd_wire_event){
	    .step = n, .tid = (uint16_t)tid, .op = op(kind, at, &p), .place = p, .aux = HD_NO_TID};
	w->failure.steps = n + 1;
	return e;
}

static inline void with_value(struct hd_wire_event *e, uint64_t value)
{
	e->value = value;
	e->value_known = 1;
}

static const struct hd_wire_place nowhere;

static inline struct hd_wire_thread *thread(unsigned tid, enum hd_thread_state state, enum hd_event_kind kind,
					    const char *at, struct hd_wire_place p)
{
	struct hd_wire_failure *f = &wire->workers[0].failure;
	struct hd_wire_thread *t = &f->threads[f->nthreads++];

	*t = (struct hd_wire_thread){.tid = (uint16_t)tid,
				     .owner = HD_NO_TID,
				     .state = (uint8_t)state,
				     .op = op(kind, at, &p),
				     .place = p,
				     .nstack = 1,
				     .stack = {site(at)}};
	return t;
}

static inline void hold(struct hd_wire_thread *t, const char *lock, const char *at)
{
	t->held[t->nheld++] = (struct hd_wire_held){.place = global(lock), .site = site(at), .kind = HD_LOCK};
}

static inline void set_message(const char *text)
{
	snprintf(wire->workers[0].failure.message, sizeof wire->workers[0].failure.message, "%s", text);
}

static inline void fresh_wire(enum hd_outcome outcome, unsigned tid)
{
	madvise(wire, hd_wire_size(1), MADV_DONTNEED);
	wire->magic = HD_WIRE_MAGIC;
	wire->nworkers = 1;
	wire->nmodules = 1;
	wire->nsites = 1; /* site 0 is unknown */
	snprintf(wire->modules[0].path, HD_PATH_MAX, "%s", program);
	wire->workers[0].failure.outcome = outcome;
	wire->workers[0].failure.tid = tid;
}

static inline struct hd_report *build(void)
{
	char *const args[] = {"-v", "two\nlines\033[31m"};
	struct hd_report_context context = {.program = program,
					    .seed = 17,
					    .args = args,
					    .nargs = 2,
					    .strategy = "pct",
					    .client = "curl",
					    .seconds = 0.25};

	return hd_report_build(wire, 0, &context, symbols);
}

static inline void start_two_workers(void)
{
	event(0, HD_START, "create", nowhere);
	event(0, HD_CREATE, "create", nowhere)->aux = 1;
	event(0, HD_CREATE, "create", nowhere)->aux = 2;
	event(1, HD_START, "create", global("worker_a"));
	event(2, HD_START, "create", global("worker_b"));
}

/* ---- texts ---- */

static inline char *text_of(void (*print)(const struct hd_report *, FILE *), const struct hd_report *r)
{
	struct hd_text text;

	hd_text_begin(&text);
	print(r, text.f);
	return hd_text_end(&text);
}

static inline void print_plain(const struct hd_report *r, FILE *f)
{
	hd_report_print(r, f, false);
}

static inline void print_json(const struct hd_report *r, FILE *f)
{
	assert_int_equal(hd_report_write_json(r, f), 0);
}

static unsigned show_width;

static inline void show_plain(const struct hd_report *r, FILE *f)
{
	hd_report_show(r, f, &(struct hd_show_options){.width = show_width, .bug = "bug-1"});
}

static inline void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("there is no\n  %s\nin\n%s", part, text);
}

static inline void assert_fits(const char *text, size_t width)
{
	char *copy = strdup(text), *rest = copy, *line;

	while ((line = strsep(&rest, "\n")))
		if (hd_width(line) > width)
			fail_msg("wider than %zu: %s", width, line);
	free(copy);
}

/* Writing, reading and writing again gives the same, and every text can be made from it. */
static inline void check_forms(struct hd_report *r)
{
	char *first = text_of(print_json, r), *plain = text_of(print_plain, r);
	const char *error = NULL;
	struct hd_report *back = hd_report_parse_json(first, strlen(first), &error);

	assert_non_null(back);
	char *second = text_of(print_json, back), *plain_again = text_of(print_plain, back);
	assert_string_equal(first, second);
	assert_string_equal(plain, plain_again);
	for (show_width = 60; show_width < 160; show_width += 33) {
		char *shown = text_of(show_plain, back);

		assert_fits(shown, show_width);
		free(shown);
	}
	hd_report_free(back);
	free(first);
	free(second);
	free(plain);
	free(plain_again);
}

/* ---- failures that several tests speak of ---- */

static inline void make_deadlock(void)
{
	struct hd_wire_thread *t;

	fresh_wire(HD_OUT_DEADLOCK, HD_NO_TID);
	start_two_workers();
	event(1, HD_LOCK, "lock_a1", global("a"));
	event(2, HD_LOCK, "lock_b2", global("b"));
	t = thread(0, HD_THREAD_BLOCKED, HD_JOIN, "join", nowhere);
	t->owner = 1;
	t = thread(1, HD_THREAD_BLOCKED, HD_LOCK, "lock_b1", global("b"));
	t->owner = 2;
	t->owner_site = site("lock_b2");
	hold(t, "a", "lock_a1");
	t = thread(2, HD_THREAD_BLOCKED, HD_LOCK, "lock_a2", global("a"));
	t->owner = 1;
	hold(t, "b", "lock_b2");
}

/* Both read 0; what the second thread writes undoes the first one's addition. */
static inline void make_lost_update(void)
{
	fresh_wire(HD_OUT_ASSERT, 0);
	start_two_workers();
	with_value(event(1, HD_READ, "add1", global("counter")), 0);
	with_value(event(2, HD_READ, "add2", global("counter")), 0);
	with_value(event(2, HD_WRITE, "add2", global("counter")), 1);
	with_value(event(1, HD_WRITE, "add1", global("counter")), 1);
	event(0, HD_JOIN, "join", nowhere)->aux = 1;
	event(0, HD_JOIN, "join", nowhere)->aux = 2;
	with_value(event(0, HD_READ, "check", global("counter")), (uint32_t)-1);
	thread(0, HD_THREAD_RUNNING, HD_READ, "check", global("counter"));
	wire->workers[0].failure.site = site("check");
	set_message("Assertion `counter == 2' failed");
}

static inline void make_use_after_free(void)
{
	struct hd_wire_place freed;

	fresh_wire(HD_OUT_USE_AFTER_FREE, 2);
	freed = heap(7, 8);
	start_two_workers();
	event(1, HD_READ, "add1", heap(3, 0));
	event(2, HD_READ, "add2", heap(7, 8));
	event(1, HD_FREE, "lock_b1", heap(7, 0));
	freed.freed = 1;
	freed.tid = 0;
	freed.free_tid = 1;
	freed.alloc_site = site("create");
	freed.free_site = site("lock_b1");
	event(2, HD_READ, "lock_a2", freed);
	thread(2, HD_THREAD_RUNNING, HD_READ, "lock_a2", freed);
	wire->workers[0].failure.place = freed;
	wire->workers[0].failure.site = site("lock_a2");
	set_message("read of 4 bytes");
}
