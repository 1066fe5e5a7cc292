/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports, from shared memory as the runtime would leave it. The program that the memory speaks of is
 * compiled here, so that names and lines are real; it prints where its sites and variables are. */
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

static int compile_program(void)
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

static int set_up(void **state)
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

static int tear_down(void **state)
{
	char command[128];

	(void)state;
	hd_symbols_free(symbols);
	munmap(wire, hd_wire_size(1));
	snprintf(command, sizeof command, "rm -rf %s", dir);
	return system(command);
}

/* ---- shared memory as the runtime leaves it ---- */

static unsigned long offset_of(const char *name)
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

static struct hd_wire_place global(const char *name)
{
	return (struct hd_wire_place){.kind = HD_PLACE_GLOBAL, .offset = offset_of(name)};
}

static struct hd_wire_place heap(uint64_t block, uint64_t offset)
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

static struct hd_op op(enum hd_event_kind kind, const char *at, const struct hd_wire_place *p)
{
	bool access = hd_event_flags[kind] & HD_F_ACCESS;

	return (struct hd_op){
	    .kind = kind, .site = site(at), .addr = p->kind ? address(p) : 0, .size = access ? 4 : 0};
}

static struct hd_wire_event *event(unsigned tid, enum hd_event_kind kind, const char *at,
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

static void with_value(struct hd_wire_event *e, uint64_t value)
{
	e->value = value;
	e->value_known = 1;
}

static const struct hd_wire_place nowhere;

static struct hd_wire_thread *thread(unsigned tid, enum hd_thread_state state, enum hd_event_kind kind,
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

static void hold(struct hd_wire_thread *t, const char *lock, const char *at)
{
	t->held[t->nheld++] = (struct hd_wire_held){.place = global(lock), .site = site(at), .kind = HD_LOCK};
}

static void set_message(const char *text)
{
	snprintf(wire->workers[0].failure.message, sizeof wire->workers[0].failure.message, "%s", text);
}

static void fresh_wire(enum hd_outcome outcome, unsigned tid)
{
	madvise(wire, hd_wire_size(1), MADV_DONTNEED);
	wire->magic = HD_WIRE_MAGIC;
	wire->nworkers = 1;
	wire->nmodules = 1;
	wire->nsites = 1; /* site 0 is unknown */
	snprintf(wire->modules[0].path, HD_PATH_MAX, "%s", program);
	wire->workers[0].failure.outcome = outcome;
	wire->workers[0].failure.tid = tid;
	wire->workers[0].failure.plan.seed = 17;
}

static struct hd_report *build(void)
{
	char *const args[] = {"-v", "two\nlines\033[31m"};
	struct hd_report_context context = {.program = program,
					    .args = args,
					    .nargs = 2,
					    .strategy = "pct",
					    .client = "curl",
					    .seconds = 0.25};

	return hd_report_build(wire, 0, &context, symbols);
}

static void start_two_workers(void)
{
	event(0, HD_START, "create", nowhere);
	event(0, HD_CREATE, "create", nowhere)->aux = 1;
	event(0, HD_CREATE, "create", nowhere)->aux = 2;
	event(1, HD_START, "create", global("worker_a"));
	event(2, HD_START, "create", global("worker_b"));
}

/* ---- texts ---- */

static char *text_of(void (*print)(const struct hd_report *, FILE *), const struct hd_report *r)
{
	struct hd_text text;

	hd_text_begin(&text);
	print(r, text.f);
	return hd_text_end(&text);
}

static void print_plain(const struct hd_report *r, FILE *f)
{
	hd_report_print(r, f, false);
}

static void print_json(const struct hd_report *r, FILE *f)
{
	assert_int_equal(hd_report_write_json(r, f), 0);
}

static unsigned show_width;

static void show_plain(const struct hd_report *r, FILE *f)
{
	hd_report_show(r, f, false, show_width);
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("there is no\n  %s\nin\n%s", part, text);
}

static void assert_fits(const char *text, size_t width)
{
	char *copy = strdup(text), *rest = copy, *line;

	while ((line = strsep(&rest, "\n")))
		if (hd_width(line) > width)
			fail_msg("wider than %zu: %s", width, line);
	free(copy);
}

/* Writing, reading and writing again gives the same, and every text can be made from it. */
static void check_forms(struct hd_report *r)
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
		char *table = strstr(shown, "\n  "), *blocks = strstr(shown, "\n\n  block ");

		if (blocks) /* sentences: the terminal wraps them */
			*blocks = '\0';
		assert_fits(table ? table : "", show_width);
		free(shown);
	}
	hd_report_free(back);
	free(first);
	free(second);
	free(plain);
	free(plain_again);
}

/* The races of a server's run survive the file, and both texts have them. */
static void races_of_the_run(void **state)
{
	struct hd_report *r;
	char *text;

	(void)state;
	start_two_workers();
	r = build();
	r->races = calloc(2, sizeof *r->races);
	r->races[r->nraces++] = strdup("thread 1 writes `balance` at a.c:1");
	r->races[r->nraces++] = strdup("thread 2 reads `balance` at a.c:2");
	text = text_of(print_json, r);
	assert_non_null(strstr(text, "\"races\""));
	free(text);
	text = text_of(print_plain, r);
	assert_non_null(strstr(text, "Races in this run, which may be the reason:\n  thread 1 writes"));
	free(text);
	text = text_of(show_plain, r);
	assert_non_null(strstr(text, "\n  thread 2 reads `balance` at a.c:2\n"));
	free(text);
	check_forms(r);
	hd_report_free(r);
}

static void assert_marked(const struct hd_report *r, const char *expected)
{
	char marks[256] = "";

	for (unsigned i = 0; i < r->nsteps && i + 1 < sizeof marks; i++)
		marks[i] = r->steps_list[i].marked ? 'x' : '.';
	assert_string_equal(marks, expected);
}

/* ---- the kinds of failures ---- */

static void make_deadlock(void)
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

static void deadlock(void **state)
{
	(void)state;
	make_deadlock();
	struct hd_report *r = build();
	char *text = text_of(print_plain, r);

	assert_string_equal(r->kind, "deadlock");
	assert_string_equal(r->message, "thread 1 (worker_a) and thread 2 (worker_b) wait for each other");
	assert_int_equal(r->tid, -1);
	assert_int_equal(r->nthreads, 3);
	assert_string_equal(r->threads[0].name, "main");
	assert_string_equal(r->threads[1].waits_for, "b");
	assert_int_equal(r->threads[1].owner, 2);
	assert_string_equal(r->threads[1].held[0].name, "a");
	assert_string_equal(r->threads[1].where.source, "note(\"lock_b1\"); /* pthread_mutex_lock(&b) */");
	assert_marked(r, ".....xx.xx");
	assert_has(text, "thread 1 (worker_a) waits to lock `b`, held by thread 2 (worker_b)\n");
	assert_has(text, "program.c:14  worker_a\n");
	assert_has(text, "14 | note(\"lock_b1\"); /* pthread_mutex_lock(&b) */\n");
	assert_has(text, "holds `a`, locked at ");
	assert_has(text, "thread 0 (main) waits for the end of thread 1 (worker_a)\n");
	assert_string_equal(r->args[1], "two lines?[31m");
	check_forms(r);
	free(text);
	hd_report_free(r);
}

static void own_lock_again(void **state)
{
	struct hd_wire_thread *t;

	(void)state;
	fresh_wire(HD_OUT_DEADLOCK, HD_NO_TID);
	event(0, HD_LOCK, "lock_a1", global("a"));
	t = thread(0, HD_THREAD_BLOCKED, HD_LOCK, "lock_a2", global("a"));
	t->owner = 0;
	hold(t, "a", "lock_a1");
	struct hd_report *r = build();

	assert_string_equal(r->message,
			    "thread 0 (main) waits for itself: it waits to lock `a`, which it holds already");
	assert_marked(r, "xx");
	check_forms(r);
	hd_report_free(r);
}

/* Both read 0; what the second thread writes undoes the first one's addition. */
static void make_lost_update(void)
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

static void lost_update(void **state)
{
	(void)state;
	make_lost_update();
	struct hd_report *r = build();
	char *text = text_of(print_plain, r);

	assert_string_equal(r->message, "Assertion `counter == 2' failed");
	assert_null(r->detail);
	assert_marked(r, ".....x.xx..xx");
	assert_string_equal(r->steps_list[8].object, "counter");
	assert_string_equal(r->steps_list[8].value, "1");
	assert_string_equal(r->steps_list[11].value, "-1");
	assert_string_equal(r->steps_list[9].object, "thread 1");
	assert_has(text, "heddle: assert: Assertion `counter == 2' failed\n");
	assert_has(text, "in thread 0 (main)\n");
	assert_has(text, "write counter = 1");
	assert_has(text, "fails: assert");
	assert_has(text, "Found by pct with seed 17");
	check_forms(r);
	free(text);
	hd_report_free(r);
}

/* The thread that looks at the result may do so when it is alone, and accesses are no steps any more. */
static void lost_update_seen_alone(void **state)
{
	(void)state;
	make_lost_update();
	wire->workers[0].ntrace--;
	struct hd_report *r = build();

	assert_marked(r, ".....x.xx..x");
	hd_report_free(r);
}

static void lock_misuse(void **state)
{
	(void)state;
	fresh_wire(HD_OUT_LOCK_MISUSE, 2);
	start_two_workers();
	event(1, HD_LOCK, "lock_a1", global("a"));
	event(1, HD_WRITE, "add1", global("counter"));
	event(2, HD_UNLOCK, "lock_a2", global("a"));
	wire->workers[0].failure.site = site("lock_a2");
	set_message("thread 2 unlocks a mutex that thread 1 holds");
	struct hd_report *r = build();

	assert_string_equal(r->message, "thread 2 unlocks a mutex that thread 1 holds");
	assert_marked(r, ".....x.xx");
	assert_int_equal(r->where.line, 20);
	check_forms(r);
	hd_report_free(r);
}

static void make_use_after_free(void)
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

static void use_after_free(void **state)
{
	(void)state;
	make_use_after_free();
	struct hd_report *r = build();
	char *text = text_of(print_plain, r);

	assert_string_equal(r->message,
			    "thread 2 (worker_b) reads memory that thread 1 (worker_a) has freed");
	assert_string_equal(r->detail, "read of 4 bytes");
	assert_marked(r, ".......xxx");
	assert_string_equal(r->steps_list[8].object, "block A[8]");
	assert_has(r->address, "byte 8 of block A: 24 bytes, allocated by thread 0 (main) at ");
	assert_has(r->address, "program.c:27, freed by thread 1 (worker_a) at ");
	assert_has(text, "  block A: 24 bytes, allocated by thread 0 (main) at ");
	assert_has(text, "program.c:14\n  block B: 24 bytes");
	check_forms(r);
	free(text);
	hd_report_free(r);
}

static void double_free(void **state)
{
	(void)state;
	make_use_after_free();
	wire->workers[0].failure.outcome = HD_OUT_DOUBLE_FREE;
	struct hd_report *r = build();

	assert_string_equal(r->message,
			    "thread 2 (worker_b) frees a block that thread 1 (worker_a) has freed before");
	hd_report_free(r);
	wire->workers[0].failure.outcome = HD_OUT_OVERFLOW;
	wire->workers[0].failure.place.offset = 24;
	r = build();
	assert_string_equal(r->message, "thread 2 (worker_b) reads memory behind a block of 24 bytes");
	assert_has(r->address, "0 bytes after the end of block A");
	hd_report_free(r);
}

static void lost_wakeup(void **state)
{
	(void)state;
	fresh_wire(HD_OUT_LOST_WAKEUP, HD_NO_TID);
	start_two_workers();
	event(1, HD_SIGNAL, "add1", global("ready"));
	event(2, HD_LOCK, "lock_a2", global("a"));
	event(2, HD_COND_WAIT, "add2", global("ready"));
	thread(2, HD_THREAD_BLOCKED, HD_COND_SLEEP, "add2", global("ready"));
	struct hd_report *r = build();

	assert_has(r->message, "a signal on `ready` by thread 1 (worker_a) at ");
	assert_has(r->message,
		   "program.c:15 found nobody waiting, and thread 2 (worker_b) then waited for ever");
	assert_marked(r, ".....x.xx");
	assert_string_equal(r->steps_list[8].what, "cond-wait");
	check_forms(r);
	hd_report_free(r);
}

static void livelock(void **state)
{
	(void)state;
	fresh_wire(HD_OUT_LIVELOCK, HD_NO_TID);
	start_two_workers();
	for (int i = 0; i < 1000; i++) {
		event(1, HD_READ, "add1", global("second"));
		event(2, HD_READ, "add2", global("second"));
	}
	for (int i = 0; i < 40; i++) /* and one long stretch of a single thread, at changing places */
		event(1, i % 2 ? HD_READ : HD_WRITE, i % 3 ? "add1" : "lock_a1", heap((uint64_t)i, 0));
	thread(1, HD_THREAD_SPINNING, HD_READ, "add1", global("second"));
	thread(2, HD_THREAD_SPINNING, HD_READ, "add2", global("second"));
	struct hd_report *r = build();
	show_width = 110;
	char *text = text_of(show_plain, r);

	assert_has(r->message, "thread 1 (worker_a) spins at ");
	assert_has(r->message, ", and nothing changes any more");
	assert_has(text, "... the same 2 steps 999 times more\n");
	assert_has(text, "... 33 more steps of thread 1 (worker_a)\n");
	assert_has(text, "read pair.second");
	assert_has(text, "spins");
	check_forms(r);
	free(text);
	hd_report_free(r);
}

/* ---- the interleaving ---- */

static void columns(void **state)
{
	(void)state;
	make_deadlock();
	struct hd_report *r = build();
	char *text;

	show_width = 140;
	text = text_of(show_plain, r);
	assert_has(text, "  step  T0 main");
	assert_has(text, "T1 worker_a");
	assert_has(text, "\n>    5  |           > lock a      |              program.c:13  note(");
	assert_has(text, "pthread_mutex_lock(&a)");
	free(text);
	setenv("LC_ALL", "C.UTF-8", 1);
	text = text_of(show_plain, r);
	setenv("LC_ALL", "C", 1);
	assert_has(text, "▶    5");
	assert_has(text, "→ lock a");
	free(text);
	hd_report_free(r);
}

/* Objects that have no name: on a stack, in a module without symbols there, nowhere at all. */
static void nameless_objects(void **state)
{
	struct hd_wire_place place = {.kind = HD_PLACE_STACK, .tid = 7, .offset = 64};

	(void)state;
	fresh_wire(HD_OUT_DEADLOCK, HD_NO_TID);
	event(0, HD_WRITE, "add1", place);
	place.tid = 0;
	event(0, HD_WRITE, "add1", place);
	place = (struct hd_wire_place){.kind = HD_PLACE_OTHER};
	event(0, HD_WRITE, "add1", place);
	place = (struct hd_wire_place){.kind = HD_PLACE_GLOBAL, .offset = 1};
	event(0, HD_LOCK, "add1", place);
	place.module = 77;
	event(0, HD_LOCK, "add1", place);
	place = (struct hd_wire_place){.kind = HD_PLACE_STACK, .tid = 7, .offset = 64};
	thread(1, HD_THREAD_BLOCKED, HD_LOCK, "lock_a1", place)->owner = 7;
	struct hd_report *r = build();
	char *text = text_of(print_plain, r);

	assert_string_equal(r->steps_list[0].object, "thread 7's stack[-64]");
	assert_string_equal(r->steps_list[1].object, "main's stack[-64]");
	assert_string_equal(r->steps_list[2].object, "0x555555554000");
	assert_string_equal(r->steps_list[3].object, "program+0x1");
	assert_string_equal(r->steps_list[4].object, "0x555555554001");
	assert_has(text, "thread 1 (worker_a) waits to lock thread 7's stack[-64], held by thread 7\n");
	assert_has(text, "write thread 7's stack[-64]");
	check_forms(r);
	free(text);
	hd_report_free(r);
}

static void many_threads_in_one_column(void **state)
{
	(void)state;
	fresh_wire(HD_OUT_ABORT, 3);
	for (unsigned tid = 0; tid < 200; tid++)
		event(tid, HD_WRITE, "add1", global("counter"));
	struct hd_report *r = build();
	show_width = 100;
	char *text = text_of(show_plain, r);

	assert_has(text, "step  thread\n");
	assert_has(text, "  199  T199  > write counter");
	assert_has(r->message, "thread 3 (worker_a): the run ended with abort");
	check_forms(r);
	free(text);
	hd_report_free(r);
}

static void only_the_end_of_a_long_run(void **state)
{
	(void)state;
	fresh_wire(HD_OUT_HANG, HD_NO_TID);
	event(0, HD_WRITE, "add1", global("counter"));
	wire->workers[0].ntrace = HD_MAX_TRACE + 10; /* it went round */
	for (unsigned i = 0; i < 10; i++)
		wire->workers[0].trace[i] =
		    (struct hd_wire_event){.step = HD_MAX_TRACE + i, .op.kind = HD_YIELD};
	struct hd_report *r = build();
	char *text = text_of(show_plain, r);

	assert_int_equal(r->steps_list[r->nsteps - 1].step, HD_MAX_TRACE + 9);
	assert_int_equal(r->steps_left_out + r->nsteps, HD_MAX_TRACE + 10);
	assert_has(text, "steps are left out.\n");
	check_forms(r);
	free(text);
	hd_report_free(r);
}

/* ---- what cannot be trusted ---- */

static void scribble(void *start, size_t size, struct hd_rng *rng, unsigned one_in)
{
	unsigned char *p = start;

	for (size_t i = 0; i < size; i++)
		if (hd_rng_below(rng, one_in) == 0)
			p[i] = (unsigned char)hd_rng_next(rng);
}

static void scribbled_memory(void **state)
{
	static void (*const make[])(void) = {make_deadlock, make_lost_update, make_use_after_free};
	struct hd_rng rng;

	(void)state;
	hd_rng_seed(&rng, 1);
	for (unsigned round = 0; round < 150; round++) {
		unsigned one_in = 1 + hd_rng_below(&rng, 60);
		struct hd_wire_worker *w = wire->workers;

		make[round % 3]();
		scribble(&w->failure, sizeof w->failure, &rng, one_in);
		scribble(w->trace, 20 * sizeof *w->trace, &rng, one_in);
		scribble(wire->sites, 64 * sizeof *wire->sites, &rng, one_in);
		if (round % 4 == 0)
			scribble(wire->modules, sizeof *wire->modules, &rng, one_in);
		if (round % 5 == 0)
			wire->nsites = wire->nmodules = UINT32_MAX;
		if (round % 7 == 0)
			w->ntrace = hd_rng_next(&rng);
		struct hd_report *r = build();
		check_forms(r);
		hd_report_free(r);
	}
}

static void expect_refused(const char *text, size_t n, const char *why)
{
	const char *error = NULL;

	assert_null(hd_report_parse_json(text, n, &error));
	assert_non_null(error);
	assert_has(error, why);
}

static void files_that_are_no_reports(void **state)
{
	const char *error = NULL;
	char path[128];

	(void)state;
	expect_refused("", 0, "damaged");
	expect_refused("[]", 2, "not a report");
	expect_refused("{\"version\": 1}", 14, "not a report");
	static const char later[] =
	    "{\"version\": 9, \"kind\": \"crash\", \"message\": \"\", \"steps_list\": []}";
	expect_refused(later, sizeof later - 1, "version 9");
	static const char odd[] =
	    "{\"version\": 1, \"kind\": \"boredom\", \"message\": \"\", \"steps_list\": []}";
	expect_refused(odd, sizeof odd - 1, "does not know");
	assert_null(hd_report_read_json("/nonexistent/report.json", &error));
	assert_has(error, "cannot read /nonexistent/report.json: No such file");
	assert_null(hd_report_read_json(dir, &error));
	assert_null(hd_report_read_json("/dev/zero", &error));
	snprintf(path, sizeof path, "%s/program", dir);
	assert_null(hd_report_read_json(path, &error));
	assert_has(error, "damaged");
}

static void cut_and_garbled_files(void **state)
{
	const char *error = NULL;
	struct hd_rng rng;

	(void)state;
	make_deadlock();
	struct hd_report *r = build();
	char *text = text_of(print_json, r);
	size_t n = strlen(text);

	for (size_t cut = 0; cut + 2 < n; cut += 5)
		expect_refused(text, cut, "damaged");
	hd_rng_seed(&rng, 2);
	for (unsigned i = 0; i < 500; i++) {
		char *copy = strdup(text);

		scribble(copy, n, &rng, (unsigned)n / 2);
		struct hd_report *read = hd_report_parse_json(copy, n, &error);
		if (read)
			check_forms(read);
		hd_report_free(read);
		free(copy);
	}
	free(text);
	hd_report_free(r);
}

static void text_fit_for_terminals(void **state)
{
	static const char *const pairs[][2] = {
	    {"plain", "plain"},
	    {"a\tb\nc", "a b c"},
	    {"\033[31m\x7f", "?[31m?"},
	    {"na\xc3\xafve", "na\xc3\xafve"},
	    {"\xff\xc3", "??"},
	    {"\xe2\x80\xae"
	     "x",
	     "?x"},
	    {"\xc0\x80\xed\xa0\x80", "?????"},
	    {"\xc2\x9b"
	     "K",
	     "?K"},
	};

	(void)state;
	for (unsigned i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		char *clean = hd_clean(pairs[i][0], 100);

		assert_string_equal(clean, pairs[i][1]);
		free(clean);
	}
	char *cut = hd_clean("na\xc3\xafve", 3);
	assert_string_equal(cut, "na");
	free(cut);
	assert_int_equal(hd_width("na\xc3\xafve"), 5);
	assert_int_equal(hd_prefix("na\xc3\xafve", 3), 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(deadlock),
	    cmocka_unit_test(races_of_the_run),
	    cmocka_unit_test(own_lock_again),
	    cmocka_unit_test(lost_update),
	    cmocka_unit_test(lost_update_seen_alone),
	    cmocka_unit_test(lock_misuse),
	    cmocka_unit_test(use_after_free),
	    cmocka_unit_test(double_free),
	    cmocka_unit_test(lost_wakeup),
	    cmocka_unit_test(livelock),
	    cmocka_unit_test(columns),
	    cmocka_unit_test(nameless_objects),
	    cmocka_unit_test(many_threads_in_one_column),
	    cmocka_unit_test(only_the_end_of_a_long_run),
	    cmocka_unit_test(scribbled_memory),
	    cmocka_unit_test(files_that_are_no_reports),
	    cmocka_unit_test(cut_and_garbled_files),
	    cmocka_unit_test(text_fit_for_terminals),
	};

	setenv("LC_ALL", "C", 1);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
