/* SPDX-License-Identifier: Apache-2.0
 *
 * The store: what is put comes back, what several put is merged, and files that are no store, or not any
 * more, are told from those that are. Damage of every kind must never be more than a state. */
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

#include "base/rng.h"
#include "model/event.h"
#include "store/history.h"
#include "store/sites.h"
#include "store/store.h"

#define DAMAGES 400

/* In memory where that is possible: what takes time here is waiting for the disk. */
static char in_memory[] = "/dev/shm/heddle-store-XXXXXX", on_disk[] = "/tmp/heddle-store-XXXXXX";
static const char *dir;
static char path[256];
static const char *server; /* $HEDDLE_TEST_STORE: the URL of a database to use instead of a file */

static int set_up(void **state)
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

static int make_dir(void **state)
{
	(void)state;
	dir = mkdtemp(in_memory);
	if (!dir)
		dir = mkdtemp(on_disk);
	if (!dir)
		return -1;
	server = getenv("HEDDLE_TEST_STORE");
	snprintf(path, sizeof path, "%s%s", server ? server : dir, server ? "" : "/heddle.db");
	return 0;
}

static int remove_dir(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof command, "rm -rf %s", dir);
	return system(command);
}

static struct hd_store *open_ours(enum hd_store_mode mode)
{
	struct hd_store *s = hd_store_open(path, mode);

	assert_int_equal(hd_store_state(s), HD_STORE_FINE);
	return s;
}

static int64_t put_site(struct hd_store *s, const char *function, int below)
{
	return hd_store_put_site(s, &(struct hd_store_site){.module = "",
							    .within = function,
							    .function = function,
							    .file = "/src/pool.c",
							    .below = below,
							    .column = 7,
							    .line = 100 + below});
}

static void put_iroot(struct hd_store *s, unsigned idiom, int64_t first, int64_t second, bool exposed,
		      uint32_t attempts)
{
	struct hd_store_iroot r = {.idiom = (uint8_t)idiom,
				   .n = idiom == 1   ? 2
					: idiom == 2 ? 3
						     : 4,
				   .kinds = {HD_WRITE, HD_READ, HD_ATOMIC_RMW, HD_UNLOCK},
				   .sites = {first, second, first, second},
				   .predicted = !exposed || attempts,
				   .exposed = exposed,
				   .attempts = attempts};

	hd_store_put_iroot(s, &r);
}

/* A store with something of everything. */
static void fill(unsigned sites)
{
	struct hd_store *s = open_ours(HD_STORE_WRITE);
	struct hd_store_search search = {
	    .args = "-n 3", .strategy = "maple", .verdict = "passed", .seed = 7, .runs = 11};
	struct hd_store_found found = {
	    .kind = "race", .message = "two", .place = "f pool.c:1", .schedule = "bug-1", .runs = 2};
	int64_t build, last = 0;

	assert_int_equal(hd_store_begin(s), HD_STORE_FINE);
	assert_true(hd_store_program(s, "../pool", true));
	build = hd_store_put_build(
	    s, &(struct hd_store_build){.module = "", .path = "/x/pool", .build_id = "abc"});
	for (unsigned i = 0; i < sites; i++) {
		int64_t site = put_site(s, "worker", (int)i);

		hd_store_put_place(s, build,
				   &(struct hd_store_place){.site = site, .offset = 0x1000 + 16 * i});
		if (i % 2)
			hd_store_put_shared(s, site);
		if (last)
			put_iroot(s, 1 + i % HD_IDIOMS, last, site, i % 3 == 0, i % 4);
		last = site;
	}
	search.id = hd_store_put_search(s, &search);
	search.runs = 12;
	assert_int_equal(hd_store_put_search(s, &search), search.id);
	hd_store_put_point(
	    s, &(struct hd_store_point){.search = search.id, .runs = 5, .exposed = {0, 1, 2, 3, 4, 5, 6}});
	hd_store_put_failure(s, search.id, &found);
	hd_store_put_failure(s, search.id, &found);
	hd_store_put_finding(s, search.id, &found);
	assert_int_equal(hd_store_commit(s), HD_STORE_FINE);
	hd_store_close(s);
}

static void check_history(struct hd_store *s)
{
	struct hd_store_search search;
	struct hd_store_point point;
	struct hd_store_found found;

	assert_true(hd_store_next_search(s, &search));
	assert_string_equal(search.args, "-n 3");
	assert_string_equal(search.strategy, "maple");
	assert_int_equal(search.runs, 12);
	assert_int_equal(search.seed, 7);
	assert_false(hd_store_next_search(s, &search));
	assert_true(hd_store_next_point(s, &point));
	assert_int_equal(point.exposed[6], 6);
	assert_int_equal(point.exposed[0], 21);
	assert_false(hd_store_next_point(s, &point));
	assert_true(hd_store_next_failure(s, &found));
	assert_int_equal(found.runs, 4); /* put twice: one failure */
	assert_string_equal(found.schedule, "bug-1");
	assert_false(hd_store_next_failure(s, &found));
	assert_true(hd_store_next_finding(s, &found));
	assert_int_equal(found.runs, 2);
	assert_false(hd_store_next_finding(s, &found));
}

static void test_round_trip(void **state)
{
	struct hd_store_build build;
	struct hd_store_site site;
	struct hd_store_place place;
	struct hd_store_iroot r;
	unsigned n = 0, shared = 0, exposed = 0;
	struct hd_store *s;

	(void)state;
	fill(24);
	s = open_ours(HD_STORE_READ);
	assert_false(hd_store_program(s, "../other", false));
	assert_true(hd_store_program(s, "../pool", false));
	assert_true(hd_store_next_build(s, &build));
	assert_string_equal(build.build_id, "abc");
	while (hd_store_next_place(s, build.id, &place)) {
		assert_int_equal(place.offset, 0x1000 + 16 * n++);
		shared += place.shared;
	}
	assert_int_equal(n, 24);
	assert_int_equal(shared, 12);
	for (n = 0; hd_store_next_site(s, &site); n++) {
		assert_int_equal(site.line, 100 + site.below);
		assert_string_equal(site.file, "/src/pool.c");
	}
	assert_int_equal(n, 24);
	for (n = 0; hd_store_next_iroot(s, &r); n++) {
		exposed += r.exposed;
		assert_int_equal(r.kinds[0], HD_WRITE);
		assert_int_equal(r.n, r.idiom == 1 ? 2 : r.idiom == 2 ? 3 : 4);
		assert_int_not_equal(r.sites[0], r.sites[1]);
	}
	assert_int_equal(n, 23);
	assert_int_equal(exposed, 7);
	assert_false(hd_store_next_unplaced(s, "", 1, &site));
	assert_true(hd_store_next_unplaced(s, "", 2, &site));
	while (hd_store_next_unplaced(s, "", 2, &site))
		;
	check_history(s);
	hd_store_close(s);
}

static void test_names(void **state)
{
	struct hd_store *s = open_ours(HD_STORE_WRITE);
	int64_t a, b;

	(void)state;
	assert_int_equal(hd_store_begin(s), HD_STORE_FINE);
	assert_true(hd_store_program(s, "p", true));
	a = put_site(s, "f", 3);
	b = put_site(s, "f", 4);
	assert_int_not_equal(a, b);
	/* The folder and the line are for people: the same site. */
	assert_int_equal(a, hd_store_put_site(s, &(struct hd_store_site){.module = "",
									 .within = "f",
									 .function = "f",
									 .file = "/elsewhere/pool.c",
									 .below = 3,
									 .column = 7,
									 .line = 900}));
	assert_true(hd_store_program(s, "q", true));
	assert_int_not_equal(a, put_site(s, "f", 3)); /* another program's */
	assert_int_equal(hd_store_commit(s), HD_STORE_FINE);
	hd_store_close(s);
}

/* What a failing run has exposed is marked, until another run has exposed it, too. */
static void test_failing(void **state)
{
	struct hd_store_iroot r = {
	    .idiom = 1, .n = 2, .kinds = {HD_WRITE, HD_READ}, .exposed = true, .failing = true};
	struct hd_store_iroot back;

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct hd_store *s = open_ours(HD_STORE_WRITE);

		assert_int_equal(hd_store_begin(s), HD_STORE_FINE);
		assert_true(hd_store_program(s, "p", true));
		r.sites[0] = put_site(s, "f", 1);
		r.sites[1] = put_site(s, "f", 2);
		r.failing = i != 1;
		hd_store_put_iroot(s, &r);
		assert_int_equal(hd_store_commit(s), HD_STORE_FINE);
		assert_true(hd_store_next_iroot(s, &back));
		assert_true(back.exposed);
		assert_int_equal(back.failing, i == 0);
		assert_false(hd_store_next_iroot(s, &back));
		hd_store_close(s);
	}
}

/* What was exposed before its code changed is not exposed any more, and nothing was tried, until it is
 * exposed again. */
static void test_outdated(void **state)
{
	struct hd_store_iroot r = {
	    .idiom = 1, .n = 2, .kinds = {HD_WRITE, HD_READ}, .exposed = true, .attempts = 3};
	struct hd_store_iroot back;
	struct hd_store_attempts tried;
	struct hd_store *s = open_ours(HD_STORE_WRITE);
	int64_t iroot, input;

	(void)state;
	assert_int_equal(hd_store_begin(s), HD_STORE_FINE);
	assert_true(hd_store_program(s, "p", true));
	r.sites[0] = put_site(s, "f", 1);
	r.sites[1] = put_site(s, "f", 2);
	iroot = hd_store_put_iroot(s, &r);
	input = hd_store_put_input(s, "1");
	hd_store_put_attempts(s, input, &(struct hd_store_attempts){.iroot = iroot, .n = 3});
	hd_store_put_outdated(s, iroot);
	assert_true(hd_store_next_iroot(s, &back));
	assert_true(back.outdated && back.predicted && !back.exposed && !back.failing);
	assert_int_equal(back.attempts, 0);
	assert_false(hd_store_next_iroot(s, &back));
	assert_false(hd_store_next_attempts(s, input, &tried));
	r.exposed = false; /* an attempt in vain */
	for (int i = 0; i < 2; i++) {
		hd_store_put_iroot(s, &r);
		assert_true(hd_store_next_iroot(s, &back));
		assert_int_equal(back.outdated, !r.exposed);
		assert_int_equal(back.exposed, r.exposed);
		assert_int_equal(back.attempts, 3 * (i + 1));
		assert_false(hd_store_next_iroot(s, &back));
		r.exposed = true;
	}
	assert_int_equal(hd_store_commit(s), HD_STORE_FINE);
	hd_store_close(s);
}

/* The text of a function is the one that was put last. */
static void test_codes(void **state)
{
	struct hd_store_code c = {
	    .within = "f", .function = "f", .file = "/a/pool.c", .text = UINT64_MAX - 1};
	struct hd_store_code back;
	struct hd_store *s = open_ours(HD_STORE_WRITE);

	(void)state;
	assert_int_equal(hd_store_begin(s), HD_STORE_FINE);
	assert_true(hd_store_program(s, "p", true));
	hd_store_put_code(s, "", &c);
	c.file = "/b/pool.c"; /* the folder does not count */
	c.text--;
	hd_store_put_code(s, "", &c);
	hd_store_put_code(s, "lib.so", &c);
	assert_true(hd_store_next_code(s, "", &back));
	assert_string_equal(back.within, "f");
	assert_string_equal(back.file, "pool.c");
	assert_true(back.text == UINT64_MAX - 2);
	assert_false(hd_store_next_code(s, "", &back));
	assert_int_equal(hd_store_commit(s), HD_STORE_FINE);
	hd_store_close(s);
}

/* What was not committed is not there. */
static void test_batch(void **state)
{
	struct hd_store_site site;
	struct hd_store *s = open_ours(HD_STORE_WRITE);

	(void)state;
	assert_int_equal(hd_store_begin(s), HD_STORE_FINE);
	assert_true(hd_store_program(s, "p", true));
	put_site(s, "kept", 1);
	assert_int_equal(hd_store_commit(s), HD_STORE_FINE);
	assert_int_equal(hd_store_begin(s), HD_STORE_FINE);
	put_site(s, "lost", 1);
	hd_store_close(s);
	s = open_ours(HD_STORE_READ);
	assert_true(hd_store_program(s, "p", false));
	assert_true(hd_store_next_site(s, &site));
	assert_string_equal(site.function, "kept");
	assert_false(hd_store_next_site(s, &site));
	hd_store_close(s);
}

#define WRITERS 4
#define BATCHES 25

/* Exits with 0 when all batches went well. */
static void write_batches(unsigned who)
{
	struct hd_store *s = hd_store_open(path, HD_STORE_WRITE);

	for (int i = 0; i < BATCHES; i++) {
		if (hd_store_begin(s) != HD_STORE_FINE)
			_exit(1);
		hd_store_program(s, "p", true);
		put_iroot(s, 1, put_site(s, "all", 1), put_site(s, "all", 2), who == 2 && i == 7, 1);
		put_iroot(s, 1, put_site(s, "own", (int)who), put_site(s, "own", i + 100), true, 0);
		if (hd_store_commit(s) != HD_STORE_FINE)
			_exit(2);
	}
	hd_store_close(s);
	_exit(0);
}

/* All writers are gone afterwards, so that the next test has the file for itself. */
static void let_many_write(void)
{
	int status, failed = 0;

	for (unsigned i = 0; i < WRITERS; i++)
		if (!fork())
			write_batches(i);
	while (wait(&status) > 0)
		failed += status != 0;
	assert_int_equal(failed, 0);
}

/* Processes that start together, on a store that does not exist yet: one of them makes it, all can write. */
static void test_made_by_many(void **state)
{
	for (int round = 0; round < 40; round++) {
		set_up(state);
		let_many_write();
	}
}

static void test_many_writers(void **state)
{
	struct hd_store_iroot r;
	unsigned n = 0, attempts = 0;
	struct hd_store *s;

	(void)state;
	let_many_write();
	s = open_ours(HD_STORE_READ);
	assert_true(hd_store_program(s, "p", false));
	for (; hd_store_next_iroot(s, &r); n++) {
		attempts += r.attempts;
		assert_true(r.exposed);
	}
	assert_int_equal(n, 1 + WRITERS * BATCHES);
	assert_int_equal(attempts, WRITERS * BATCHES);
	hd_store_close(s);
}

static void expect_state(enum hd_store_mode mode, enum hd_store_state wanted)
{
	struct hd_store *s = hd_store_open(path, mode);

	assert_int_equal(hd_store_state(s), wanted);
	assert_non_null(hd_store_why(s));
	/* After an error nothing happens any more, and nothing breaks. */
	hd_store_begin(s);
	assert_false(hd_store_program(s, "p", true));
	hd_store_commit(s);
	assert_int_equal(hd_store_state(s), wanted);
	hd_store_close(s);
}

static void sqlite(const char *statement)
{
	char command[1024];

	snprintf(command, sizeof command, "sqlite3 %s \"%s\"", path, statement);
	assert_int_equal(system(command), 0);
}

static void test_not_ours(void **state)
{
	FILE *f;

	if (server) /* about files; tests/cli/postgres.sh has what databases have instead */
		skip();
	(void)state;
	expect_state(HD_STORE_READ, HD_STORE_MISSING);
	f = fopen(path, "w");
	fputs("Dear Sir or Madam, this is no database at all, but long enough to be one.", f);
	fclose(f);
	expect_state(HD_STORE_READ, HD_STORE_FOREIGN);
	expect_state(HD_STORE_WRITE, HD_STORE_FOREIGN);
	unlink(path);
	sqlite("CREATE TABLE t(x)");
	expect_state(HD_STORE_WRITE, HD_STORE_FOREIGN);
	unlink(path);
	fill(3);
	sqlite("PRAGMA user_version = 1000");
	expect_state(HD_STORE_READ, HD_STORE_NEWER);
	expect_state(HD_STORE_WRITE, HD_STORE_NEWER);
	sqlite("PRAGMA user_version = 0");
	expect_state(HD_STORE_WRITE, HD_STORE_DAMAGED);
}

/* Use everything that there is. */
static void use(enum hd_store_mode mode)
{
	struct hd_store *s = hd_store_open(path, mode);
	struct hd_store_build b;
	struct hd_store_site site;
	struct hd_store_place place;
	struct hd_store_iroot r;

	if (hd_store_program(s, "../pool", false)) {
		while (hd_store_next_build(s, &b))
			;
		while (hd_store_next_place(s, 1, &place))
			;
		while (hd_store_next_site(s, &site))
			assert_non_null(site.function);
		while (hd_store_next_iroot(s, &r))
			assert_in_range(r.idiom, 1, HD_IDIOMS);
	}
	if (mode == HD_STORE_WRITE && hd_store_state(s) == HD_STORE_FINE &&
	    hd_store_begin(s) == HD_STORE_FINE) {
		hd_store_program(s, "../pool", true);
		put_iroot(s, 2, put_site(s, "new", 1), put_site(s, "worker", 3), true, 1);
		hd_store_commit(s);
	}
	assert_in_range(hd_store_state(s), HD_STORE_FINE, HD_STORE_UNUSABLE);
	hd_store_close(s);
}

static void write_bytes(const char *bytes, size_t n)
{
	FILE *f = fopen(path, "w");

	assert_int_equal(fwrite(bytes, 1, n, f), n);
	fclose(f);
}

/* Bytes are overwritten, pages exchanged, the end cut off. */
static size_t damage(char *bytes, size_t size, struct hd_rng *rng)
{
	size_t page = 4096, pages = size / page;
	size_t a = hd_rng_below(rng, pages) * page, b = hd_rng_below(rng, pages) * page;

	switch (hd_rng_below(rng, 4)) {
	case 0:
		return hd_rng_below(rng, size);
	case 1:
		memcpy(bytes + a, bytes + b, page);
		return size;
	case 2:
		memset(bytes + a + hd_rng_below(rng, page / 2), (int)hd_rng_below(rng, 256), page / 4);
		return size;
	default:
		for (unsigned i = 0, n = 1 + (unsigned)hd_rng_below(rng, 40); i < n; i++)
			bytes[hd_rng_below(rng, size)] = (char)hd_rng_below(rng, 256);
		return size;
	}
}

static void test_damage(void **state)
{
	static char good[1 << 20], bytes[sizeof good];
	struct hd_rng rng;
	size_t size;
	FILE *f;

	if (server)
		skip();
	(void)state;
	fill(60);
	f = fopen(path, "r");
	size = fread(good, 1, sizeof good, f);
	fclose(f);
	assert_in_range(size, 4096, sizeof good - 1);
	hd_rng_seed(&rng, 1);
	for (int i = 0; i < DAMAGES; i++) {
		char other[sizeof path + 8];

		memcpy(bytes, good, size);
		write_bytes(bytes, damage(bytes, size, &rng));
		use(i % 2 ? HD_STORE_READ : HD_STORE_WRITE);
		snprintf(other, sizeof other, "%s-wal", path);
		unlink(other);
		snprintf(other, sizeof other, "%s-shm", path);
		unlink(other);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup(test_round_trip, set_up),
	    cmocka_unit_test_setup(test_names, set_up),
	    cmocka_unit_test_setup(test_batch, set_up),
	    cmocka_unit_test_setup(test_failing, set_up),
	    cmocka_unit_test_setup(test_outdated, set_up),
	    cmocka_unit_test_setup(test_codes, set_up),
	    cmocka_unit_test_setup(test_many_writers, set_up),
	    cmocka_unit_test_setup(test_not_ours, set_up),
	    cmocka_unit_test_setup(test_damage, set_up),
	    cmocka_unit_test_setup(test_made_by_many, set_up),
	};

	return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
