/* SPDX-License-Identifier: Apache-2.0
 *
 * The work of campaigns: each unit is done once, by whoever has its lease; what a worker says whose lease is
 * over does not count; who is lost loses nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "store/store.h"
#include "store/work.h"

#define FOREVER 3600.0

static char dir[] = "/tmp/heddle-work-XXXXXX";
static char path[256];
static const char *server; /* $HEDDLE_TEST_STORE: the URL of a database to use instead of a file */

static int make_dir(void **state)
{
	(void)state;
	if (!mkdtemp(dir))
		return -1;
	server = getenv("HEDDLE_TEST_STORE");
	snprintf(path, sizeof path, "%s%s", server ? server : dir, server ? "" : "/heddle.db");
	return 0;
}

static int remove_store(void **state)
{
	char command[512];

	(void)state;
	snprintf(command, sizeof command,
		 server ? "psql -X -q -d '%s' -c 'SET client_min_messages = error; DROP SCHEMA IF EXISTS "
			  "heddle CASCADE'"
			: "rm -f %s*",
		 path);
	return system(command);
}

static int remove_dir(void **state)
{
	remove_store(state);
	return rmdir(dir);
}

static struct hd_store *open_ours(void)
{
	struct hd_store *s = hd_store_open(path, HD_STORE_WRITE);

	assert_int_equal(hd_store_state(s), HD_STORE_FINE);
	return s;
}

static void begin(struct hd_store *s)
{
	enum hd_store_state state;

	do
		state = hd_store_begin(s);
	while (state == HD_STORE_BUSY);
	assert_int_equal(state, HD_STORE_FINE);
}

static void commit(struct hd_store *s)
{
	assert_int_equal(hd_store_commit(s), HD_STORE_FINE);
}

static int64_t put_unit(struct hd_store *s, int64_t campaign, const char *key, int64_t priority)
{
	const char *const args[] = {"-n", "", "two words\n"};
	const char *const options[] = {"-s", "maple"};
	struct hd_work_unit u = {.campaign = campaign,
				 .key = key,
				 .program = "../pool",
				 .path = "/x/pool",
				 .build_id = "abc",
				 .hash = "0123",
				 .args = hd_work_words(args, 3),
				 .options = hd_work_words(options, 2),
				 .folder = "",
				 .input = "seed-1",
				 .seconds = 2.5,
				 .runs = 100,
				 .priority = priority};
	int64_t id = hd_work_put_unit(s, &u);

	free((char *)u.args.bytes);
	free((char *)u.options.bytes);
	return id;
}

static int64_t put_campaign(struct hd_store *s, unsigned units)
{
	int64_t campaign = hd_work_new_campaign(
	    s, &(struct hd_work_campaign){.name = "nightly", .text = "a\nb\n", .heddle = "1", .started = 7});
	char key[16];

	for (unsigned i = 0; i < units; i++) {
		snprintf(key, sizeof key, "u%u", i);
		put_unit(s, campaign, key, 0);
	}
	return campaign;
}

static bool lease(struct hd_store *s, int64_t campaign, const char *owner, double seconds,
		  struct hd_work_lease *l)
{
	bool got;

	begin(s);
	got = hd_work_lease(s, campaign, owner, seconds, l);
	commit(s);
	return got;
}

static bool finish(struct hd_store *s, struct hd_work_lease *l)
{
	struct hd_work_result r = {
	    .status = 1, .verdict = "failed", .message = "", .report = "{}", .runs = 12, .seconds = 0.5};
	bool done;

	begin(s);
	done = hd_work_finish(s, l, &r);
	commit(s);
	return done;
}

static void test_round_trip(void **state)
{
	struct hd_store *s = open_ours();
	struct hd_work_campaign c;
	struct hd_work_lease l;
	struct hd_work_unit u;
	int64_t campaign;
	char **words;

	(void)state;
	begin(s);
	campaign = put_campaign(s, 1);
	assert_int_not_equal(put_unit(s, campaign, "late", 5), put_unit(s, campaign, "later", 1));
	assert_int_equal(put_unit(s, campaign, "late", 0), put_unit(s, campaign, "late", 0));
	commit(s);
	assert_true(hd_work_find_campaign(s, NULL, &c));
	assert_int_equal(c.id, campaign);
	assert_string_equal(c.text, "a\nb\n");
	assert_string_equal(c.state, HD_WORK_OPEN);
	hd_work_campaign_free(&c);
	assert_false(hd_work_find_campaign(s, "weekly", &c));
	assert_true(lease(s, campaign, "h:1", FOREVER, &l));
	assert_string_equal(l.unit.key, "late");
	assert_string_equal(l.unit.input, "seed-1");
	words = hd_work_word_list(l.unit.args);
	assert_string_equal(words[0], "-n");
	assert_string_equal(words[1], "");
	assert_string_equal(words[2], "two words\n");
	assert_null(words[3]);
	free(words);
	assert_true(finish(s, &l));
	assert_false(finish(s, &l)); /* once */
	hd_work_lease_free(&l);
	for (unsigned i = 0; hd_work_next_unit(s, campaign, &u); i++) {
		assert_int_equal(u.state, i == 1 ? HD_WORK_DONE : HD_WORK_READY);
		assert_string_equal(u.result.verdict, i == 1 ? "failed" : "");
		assert_int_equal(u.result.runs, i == 1 ? 12 : 0);
		assert_string_equal(u.owner, i == 1 ? "h:1" : "");
	}
	hd_store_close(s);
}

/* A lease that has ended is another worker's, and the first one's words do not count. */
static void test_lost_worker(void **state)
{
	struct hd_store *s = open_ours();
	struct hd_work_lease lost, next;
	struct hd_work_counts n;
	int64_t campaign;

	(void)state;
	begin(s);
	campaign = put_campaign(s, 1);
	commit(s);
	assert_true(lease(s, campaign, "a", FOREVER, &lost));
	assert_false(lease(s, campaign, "b", FOREVER, &next));
	begin(s);
	assert_true(hd_work_renew(s, &lost, -10));
	commit(s);
	assert_true(lease(s, campaign, "b", FOREVER, &next));
	assert_int_equal(next.unit.id, lost.unit.id);
	begin(s);
	assert_false(hd_work_renew(s, &lost, FOREVER));
	assert_false(hd_work_give_back(s, &lost, "too late"));
	commit(s);
	assert_false(finish(s, &lost));
	hd_work_count(s, campaign, &n);
	assert_int_equal(n.leased, 1);
	assert_int_equal(n.workers, 1);
	assert_true(finish(s, &next));
	hd_work_count(s, campaign, &n);
	assert_int_equal(n.done, n.units);
	hd_work_lease_free(&lost);
	hd_work_lease_free(&next);
	hd_store_close(s);
}

/* Somebody asks for work, thinks the first worker lost, and gets another unit than that one's. */
static void think_lost(struct hd_store *s, int64_t campaign, const char *key)
{
	struct hd_work_lease other;

	begin(s);
	put_unit(s, campaign, key, 1);
	commit(s);
	assert_true(lease(s, campaign, "b", FOREVER, &other));
	assert_string_equal(other.unit.key, key);
	hd_work_lease_free(&other);
}

/* A worker that is there again before another one has its unit, as after a while in which the server was
 * away. */
static void test_back_in_time(void **state)
{
	struct hd_store *s = open_ours();
	struct hd_work_lease l;
	struct hd_work_unit u;
	int64_t campaign;

	(void)state;
	begin(s);
	campaign = put_campaign(s, 1);
	commit(s);
	assert_true(lease(s, campaign, "a", -10, &l));
	think_lost(s, campaign, "more");
	begin(s);
	assert_true(hd_work_renew(s, &l, -10));
	commit(s);
	think_lost(s, campaign, "still more");
	assert_true(finish(s, &l));
	assert_false(finish(s, &l));
	while (hd_work_next_unit(s, campaign, &u)) {
		if (u.id != l.unit.id)
			continue;
		assert_int_equal(u.state, HD_WORK_DONE);
		assert_int_equal(u.attempts, 1);
		assert_int_equal(u.lost, 0);
		assert_string_equal(u.owner, "a");
	}
	hd_work_lease_free(&l);
	hd_store_close(s);
}

/* A unit that kills each worker ends by itself. */
static void test_given_up(void **state)
{
	struct hd_store *s = open_ours();
	struct hd_work_counts n;
	struct hd_work_lease l;
	int64_t campaign;
	unsigned times = 0;

	(void)state;
	begin(s);
	campaign = put_campaign(s, 1);
	commit(s);
	for (; lease(s, campaign, "a", -10, &l); times++)
		hd_work_lease_free(&l);
	assert_int_equal(times, HD_WORK_LOST_MAX);
	hd_work_count(s, campaign, &n);
	assert_int_equal(n.given_up, 1);
	hd_store_close(s);
}

static void test_given_back(void **state)
{
	struct hd_store *s = open_ours();
	struct hd_work_lease l, other;
	struct hd_work_counts n;
	int64_t campaign;

	(void)state;
	begin(s);
	campaign = put_campaign(s, 2);
	commit(s);
	assert_true(lease(s, campaign, "a", FOREVER, &l));
	begin(s);
	assert_true(hd_work_give_back(s, &l, "no such program"));
	commit(s);
	assert_true(lease(s, campaign, "a", FOREVER, &other)); /* the other unit */
	assert_int_not_equal(other.unit.id, l.unit.id);
	hd_work_lease_free(&l);
	assert_false(lease(s, campaign, "a", FOREVER, &l));
	hd_work_count(s, campaign, &n);
	assert_int_equal(n.ready, 1);
	begin(s);
	hd_work_end_campaign(s, campaign, "stopped");
	commit(s);
	assert_false(lease(s, campaign, "b", FOREVER, &l));
	assert_true(finish(s, &other)); /* what was under way counts */
	hd_work_count(s, campaign, &n);
	assert_int_equal(n.done, 1);
	assert_int_equal(n.given_up, 1);
	hd_work_lease_free(&other);
	hd_store_close(s);
}

#define WORKERS 4
#define UNITS	60

/* Exits with how many units it has done. */
static void work(int64_t campaign, unsigned who)
{
	struct hd_store *s = hd_store_open(path, HD_STORE_WRITE);
	struct hd_work_lease l;
	int done = 0;
	char name[16];

	snprintf(name, sizeof name, "w%u", who);
	while (lease(s, campaign, name, FOREVER, &l)) {
		done += finish(s, &l);
		hd_work_lease_free(&l);
	}
	hd_store_close(s);
	_exit(done);
}

static void test_many_workers(void **state)
{
	struct hd_store *s = open_ours();
	struct hd_work_unit u;
	int64_t campaign;
	int status, done = 0;

	(void)state;
	begin(s);
	campaign = put_campaign(s, UNITS);
	commit(s);
	hd_store_close(s);
	for (unsigned i = 0; i < WORKERS; i++)
		if (!fork())
			work(campaign, i);
	while (wait(&status) > 0)
		done += WEXITSTATUS(status);
	assert_int_equal(done, UNITS);
	s = open_ours();
	while (hd_work_next_unit(s, campaign, &u))
		assert_int_equal(u.attempts, 1);
	hd_store_close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(test_round_trip, remove_store),
	    cmocka_unit_test_setup(test_lost_worker, remove_store),
	    cmocka_unit_test_setup(test_back_in_time, remove_store),
	    cmocka_unit_test_setup(test_given_up, remove_store),
	    cmocka_unit_test_setup(test_given_back, remove_store),
	    cmocka_unit_test_setup(test_many_workers, remove_store),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
