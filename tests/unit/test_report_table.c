/* SPDX-License-Identifier: Apache-2.0
 *
 * The interleaving as a table, and text that fits into it. */
#include "test_report_scene.h"

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
	assert_has(text, "\n!    5  |           > lock a    |            a      13  note(");
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

	assert_has(text, "step    thread\n");
	assert_has(text, "  199  > T199 write counter");
	assert_has(r->message, "thread 3 (worker_a): the run ended with abort");
	check_forms(r);
	free(text);
	hd_report_free(r);
}

static void show_every(const struct hd_report *r, FILE *f)
{
	hd_report_show(r, f, &(struct hd_show_options){.width = show_width, .bug = "bug-1", .all = true});
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
	assert_has(text, " steps of the run are left out. `heddle show --all bug-1` runs it again to list");
	free(text);
	text = text_of(show_every, r);
	assert_has(text, " steps of the run are left out: no more can be listed.");
	check_forms(r);
	free(text);
	hd_report_free(r);
}

/* Thread 1 finds what thread 0 wrote before it did much else: the list begins where thread 1 had its turn. */
static void what_others_did_meanwhile(void **state)
{
	(void)state;
	fresh_wire(HD_OUT_ASSERT, 1);
	start_two_workers();
	for (unsigned i = 0; i < 100; i++)
		event(2, HD_YIELD, "join", nowhere);
	with_value(event(1, HD_READ, "add1", global("counter")), 0);
	with_value(event(0, HD_WRITE, "add2", global("counter")), 1);
	for (unsigned i = 0; i < 5000; i++)
		event(0, HD_YIELD, "join", nowhere);
	with_value(event(1, HD_READ, "add1", global("counter")), 1);
	thread(1, HD_THREAD_RUNNING, HD_READ, "add1", global("counter"));
	wire->workers[0].failure.site = site("add1");
	struct hd_report *r = build();

	assert_int_equal(r->steps_list[0].tid, 1);
	assert_true(r->steps_list[1].marked && r->steps_list[1].tid == 0);
	assert_int_equal(r->steps_left_out, r->steps_list[0].step);
	hd_report_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(columns),
	    cmocka_unit_test(nameless_objects),
	    cmocka_unit_test(many_threads_in_one_column),
	    cmocka_unit_test(only_the_end_of_a_long_run),
	    cmocka_unit_test(what_others_did_meanwhile),
	};

	setenv("LC_ALL", "C", 1);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
