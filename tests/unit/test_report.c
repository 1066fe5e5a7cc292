/* SPDX-License-Identifier: Apache-2.0
 *
 * Reports of each kind of failure. */
#include "test_report_scene.h"

static void assert_marked(const struct hd_report *r, const char *expected)
{
	char marks[256] = "";

	for (unsigned i = 0; i < r->nsteps && i + 1 < sizeof marks; i++)
		marks[i] = r->steps_list[i].marked ? 'x' : '.';
	assert_string_equal(marks, expected);
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

	assert_string_equal(r->message, "thread 0 (main) waits to lock `a`, which it holds itself");
	assert_marked(r, "xx");
	check_forms(r);
	hd_report_free(r);
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
	assert_has(
	    r->message,
	    "program.c:15 came when no thread was waiting, and thread 2 (worker_b) then waited for ever");
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
	assert_has(text, "... the same 2 steps 999 times more (--steps 7-2004)\n");
	assert_has(text, "... 33 steps of T1 (--steps 2009-2041)\n");
	assert_has(text, "read pair.second");
	assert_has(text, "spins");
	check_forms(r);
	free(text);
	hd_report_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(races_of_the_run),
	    cmocka_unit_test(deadlock),
	    cmocka_unit_test(own_lock_again),
	    cmocka_unit_test(lost_update),
	    cmocka_unit_test(lost_update_seen_alone),
	    cmocka_unit_test(lock_misuse),
	    cmocka_unit_test(use_after_free),
	    cmocka_unit_test(double_free),
	    cmocka_unit_test(lost_wakeup),
	    cmocka_unit_test(livelock),
	};

	setenv("LC_ALL", "C", 1);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
