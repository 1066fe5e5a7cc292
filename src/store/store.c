/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening a store, finding out whether it is one, and batches. */
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/fail.h"
#include "store/db.h"
#include "store/schema.h"

#define PATIENCE 2000 /* milliseconds to wait for another process that writes */

static int64_t store_number(struct hd_store *s, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	int64_t result = 0;

	if (s->state == HD_STORE_FINE &&
	    hd_db_check(s, sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL))) {
		int code = sqlite3_step(statement);

		if (code == SQLITE_ROW)
			result = sqlite3_column_int64(statement, 0);
		hd_db_check(s, code);
	}
	sqlite3_finalize(statement);
	return result;
}

static bool execute(struct hd_store *s, const char *sql)
{
	return s->state == HD_STORE_FINE && hd_db_check(s, sqlite3_exec(s->db, sql, NULL, NULL, NULL));
}

static void become(struct hd_store *s, enum hd_store_state state, const char *why)
{
	if (s->state != HD_STORE_FINE)
		return;
	s->state = state;
	free(s->why);
	s->why = hd_strdup(why);
}

/* True: it is as good as new. */
static bool store_is_empty(struct hd_store *s)
{
	return store_number(s, "SELECT count(*) FROM sqlite_schema") == 0;
}

static void check_version(struct hd_store *s)
{
	int64_t version = s->version = store_number(s, "PRAGMA user_version");

	if (store_number(s, "PRAGMA application_id") != HD_SCHEMA_OURS)
		become(s, HD_STORE_FOREIGN, "it is a database of another program");
	else if (version > HD_SCHEMA_VERSION)
		become(s, HD_STORE_NEWER, "a newer version of heddle has written it");
	else if (version < 1)
		become(s, HD_STORE_DAMAGED, "it has no version");
}

static void make_tables(struct hd_store *s)
{
	char numbers[128];

	snprintf(numbers, sizeof numbers, "PRAGMA application_id = %d; PRAGMA user_version = %d",
		 HD_SCHEMA_OURS, HD_SCHEMA_VERSION);
	/* There is nothing to lose yet, so the process need not wait for the disk. */
	execute(s, "PRAGMA synchronous = OFF; PRAGMA journal_mode = WAL");
	execute(s, "BEGIN IMMEDIATE");
	if (store_is_empty(s)) { /* another process that found an empty file may have been faster */
		execute(s, HD_SCHEMA);
		execute(s, numbers);
	}
	execute(s, "COMMIT");
}

/* From each version of the tables to the next one. */
static const char *const schema_steps[] = {
    [1] = "CREATE TABLE unfinished(program INTEGER NOT NULL REFERENCES program, args TEXT NOT NULL, "
	  "strategy TEXT NOT NULL, builds TEXT NOT NULL, options TEXT NOT NULL, seed INTEGER NOT NULL, "
	  "runs INTEGER NOT NULL, left BLOB NOT NULL, PRIMARY KEY(program, args, strategy))",
    [2] = "CREATE TABLE attempt(iroot INTEGER NOT NULL REFERENCES iroot, input INTEGER NOT NULL REFERENCES "
	  "input, attempts INTEGER NOT NULL, PRIMARY KEY(iroot, input)) WITHOUT ROWID; "
	  "CREATE TABLE searched(search INTEGER PRIMARY KEY REFERENCES search, build INTEGER NOT NULL "
	  "REFERENCES build); "
	  "CREATE TABLE shown(iroot INTEGER PRIMARY KEY REFERENCES iroot, build INTEGER NOT NULL REFERENCES "
	  "build)",
};
_Static_assert(sizeof schema_steps / sizeof *schema_steps == HD_SCHEMA_VERSION, "each version has its step");

/* The store is of an older version of heddle. */
static void bring_up_to_date(struct hd_store *s)
{
	char number[64];

	execute(s, "BEGIN IMMEDIATE");
	s->version = store_number(s, "PRAGMA user_version"); /* another process may have been faster */
	for (; s->version < HD_SCHEMA_VERSION && s->state == HD_STORE_FINE; s->version++)
		execute(s, schema_steps[s->version]);
	snprintf(number, sizeof number, "PRAGMA user_version = %d", HD_SCHEMA_VERSION);
	execute(s, number);
	hd_store_commit(s);
}

static void store_settle(struct hd_store *s)
{
	sqlite3_busy_timeout(s->db, PATIENCE);
	sqlite3_extended_result_codes(s->db, 1);
	sqlite3_db_config(s->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	execute(s, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
	if (store_is_empty(s) && s->state == HD_STORE_FINE) {
		if (s->writes)
			make_tables(s);
		else
			become(s, HD_STORE_MISSING, "it is empty");
	}
	/* With a WAL, that loses at most the last batches when the machine stops, and damages nothing. */
	execute(s, "PRAGMA synchronous = NORMAL");
	check_version(s);
	if (s->state == HD_STORE_FINE && s->writes && s->version < HD_SCHEMA_VERSION)
		bring_up_to_date(s);
}

static void connect(struct hd_store *s, const char *path, int flags)
{
	int code = sqlite3_open_v2(path, &s->db, flags, NULL);

	if (hd_db_check(s, code))
		store_settle(s);
}

/* Removes a database and what SQLite keeps beside it. */
static void remove_database(const char *path)
{
	static const char *const endings[] = {"", "-journal", "-wal", "-shm"};

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		char *file = hd_sprintf("%s%s", path, endings[i]);

		unlink(file);
		free(file);
	}
}

/* A new store is made beside its place and moved there when it is whole: SQLite does not let two processes
 * make one database at the same time (one of them gets "database is locked" or "disk I/O error" at once). If
 * another process was faster, its store stays. */
static void make_new(struct hd_store *s, const char *path)
{
	char *beside = hd_sprintf("%s.new-%ld", path, (long)getpid());

	remove_database(beside); /* of a process that was killed */
	connect(s, beside, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
	sqlite3_close(s->db);
	s->db = NULL;
	if (s->state == HD_STORE_FINE && renameat2(AT_FDCWD, beside, AT_FDCWD, path, RENAME_NOREPLACE) &&
	    errno != EEXIST && rename(beside, path))
		become(s, HD_STORE_UNUSABLE, strerror(errno));
	remove_database(beside);
	free(beside);
}

/* A store in a folder that cannot be written to, while no other process uses it. */
static void connect_unchanging(struct hd_store *s, const char *path)
{
	char *escaped = sqlite3_mprintf("file:%s?immutable=1", path);

	sqlite3_close(s->db);
	s->db = NULL;
	s->state = HD_STORE_FINE;
	if (!strpbrk(path, "?#%"))
		connect(s, escaped, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
	else
		become(s, HD_STORE_UNUSABLE, "its folder cannot be written to");
	sqlite3_free(escaped);
}

struct hd_store *hd_store_open(const char *path, enum hd_store_mode mode)
{
	struct hd_store *s = hd_new(1, sizeof *s);
	struct stat st;

	s->writes = mode == HD_STORE_WRITE;
	if (!stat(path, &st)) {
		if (!S_ISREG(st.st_mode)) /* SQLite would take a device for a file */
			become(s, HD_STORE_UNUSABLE, "it is not a file");
	} else if (s->writes) {
		make_new(s, path);
	} else {
		become(s, HD_STORE_MISSING, strerror(errno));
	}
	if (s->state != HD_STORE_FINE)
		return s;
	connect(s, path, SQLITE_OPEN_READWRITE);
	if (!s->writes && s->state == HD_STORE_UNUSABLE)
		connect_unchanging(s, path);
	return s;
}

void hd_store_close(struct hd_store *s)
{
	if (!s)
		return;
	for (int i = 0; i < HD_SQL_COUNT; i++)
		sqlite3_finalize(s->statements[i]);
	sqlite3_close(s->db);
	free(s->why);
	free(s);
}

enum hd_store_state hd_store_state(const struct hd_store *s)
{
	return s->state;
}

const char *hd_store_why(const struct hd_store *s)
{
	return s->why ? s->why : "nothing is wrong with it";
}

/* A store that other processes keep busy is no lasting error. */
static enum hd_store_state forget_busy(struct hd_store *s)
{
	enum hd_store_state state = s->state;

	if (state == HD_STORE_BUSY)
		s->state = HD_STORE_FINE;
	return state;
}

enum hd_store_state hd_store_begin(struct hd_store *s)
{
	HD_ASSERT(!s->db || sqlite3_get_autocommit(s->db), "a batch begins within another");
	execute(s, "BEGIN IMMEDIATE");
	return forget_busy(s);
}

enum hd_store_state hd_store_commit(struct hd_store *s)
{
	if (s->state == HD_STORE_FINE)
		execute(s, "COMMIT");
	if (s->state != HD_STORE_FINE)
		sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
	return forget_busy(s);
}

bool hd_store_program(struct hd_store *s, const char *path, bool add)
{
	s->program = hd_db_run(s, HD_SQL_FIND_PROGRAM, "t", path);
	if (!s->program && add)
		s->program = hd_db_run(s, HD_SQL_PUT_PROGRAM, "t", path);
	return s->program != 0;
}

bool hd_store_next_program(struct hd_store *s, const char **path)
{
	sqlite3_stmt *row = hd_db_next(s, HD_SQL_PROGRAMS, "");

	if (row)
		*path = hd_db_text(row, 0);
	return row;
}
