/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening a store in a file, finding out whether it is one, and statements, which are prepared once and run
 * often. */
#include "store/db_sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/assert.h"
#include "base/fail.h"
#include "store/schema.h"

#define PATIENCE 2000 /* milliseconds to wait for another process that writes */

struct sqlite_db {
	sqlite3 *handle;
	sqlite3_stmt *statements[HD_SQL_COUNT];
};

static struct sqlite_db *sqlite_of(const struct hd_store *s)
{
	return s->db;
}

/* What SQLite's result code means for a store. */
static enum hd_store_state state_of(int code)
{
	switch (code & 0xff) {
	case SQLITE_OK:
	case SQLITE_ROW:
	case SQLITE_DONE:
		return HD_STORE_FINE;
	case SQLITE_BUSY:
	case SQLITE_LOCKED:
		return HD_STORE_BUSY;
	case SQLITE_NOTADB:
		return HD_STORE_FOREIGN;
	case SQLITE_CORRUPT:
	case SQLITE_ERROR: /* a table is missing, or not what it was */
	case SQLITE_CONSTRAINT:
	case SQLITE_MISMATCH:
	case SQLITE_FORMAT:
	case SQLITE_SCHEMA:
		return HD_STORE_DAMAGED;
	default:
		return HD_STORE_UNUSABLE;
	}
}

/* False, and the store has an error, unless the code is one of success. */
static bool check(struct hd_store *s, int code)
{
	sqlite3 *handle = sqlite_of(s)->handle;
	enum hd_store_state state = state_of(code);

	if (state == HD_STORE_FINE)
		return true;
	hd_db_become(s, state, handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code));
	return false;
}

static int64_t store_number(struct hd_store *s, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	int64_t result = 0;

	if (s->state == HD_STORE_FINE &&
	    check(s, sqlite3_prepare_v2(sqlite_of(s)->handle, sql, -1, &statement, NULL))) {
		int code = sqlite3_step(statement);

		if (code == SQLITE_ROW)
			result = sqlite3_column_int64(statement, 0);
		check(s, code);
	}
	sqlite3_finalize(statement);
	return result;
}

static bool execute(struct hd_store *s, const char *sql)
{
	return s->state == HD_STORE_FINE &&
	       check(s, sqlite3_exec(sqlite_of(s)->handle, sql, NULL, NULL, NULL));
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
		hd_db_become(s, HD_STORE_FOREIGN, "it is a database of another program");
	else if (version > HD_SCHEMA_VERSION)
		hd_db_become(s, HD_STORE_NEWER, "a newer version of heddle has written it");
	else if (version < 1)
		hd_db_become(s, HD_STORE_DAMAGED, "it has no version");
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
		execute(s, hd_schema);
		execute(s, hd_schema_work);
		execute(s, numbers);
	}
	execute(s, "COMMIT");
}

/* The store is of an older version of heddle. */
static void bring_up_to_date(struct hd_store *s)
{
	char number[64];

	execute(s, "BEGIN IMMEDIATE");
	s->version = store_number(s, "PRAGMA user_version"); /* another process may have been faster */
	for (; s->version < HD_SCHEMA_VERSION && s->state == HD_STORE_FINE; s->version++)
		execute(s, hd_schema_steps[s->version]);
	snprintf(number, sizeof number, "PRAGMA user_version = %d", HD_SCHEMA_VERSION);
	execute(s, number);
	if (!execute(s, "COMMIT"))
		sqlite3_exec(sqlite_of(s)->handle, "ROLLBACK", NULL, NULL, NULL);
}

/* heddle_now(): milliseconds since 1970. */
static void tell_time(sqlite3_context *call, int n, sqlite3_value **values)
{
	struct timespec now;

	(void)n;
	(void)values;
	clock_gettime(CLOCK_REALTIME, &now);
	sqlite3_result_int64(call, (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000);
}

static void store_settle(struct hd_store *s)
{
	check(s, sqlite3_create_function(sqlite_of(s)->handle, "heddle_now", 0, SQLITE_UTF8, NULL, tell_time,
					 NULL, NULL));
	sqlite3_busy_timeout(sqlite_of(s)->handle, PATIENCE);
	sqlite3_extended_result_codes(sqlite_of(s)->handle, 1);
	sqlite3_db_config(sqlite_of(s)->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	execute(s, "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
	if (store_is_empty(s) && s->state == HD_STORE_FINE) {
		if (s->writes)
			make_tables(s);
		else
			hd_db_become(s, HD_STORE_MISSING, "it is empty");
	}
	/* With a WAL, that loses at most the last batches when the machine stops, and damages nothing. */
	execute(s, "PRAGMA synchronous = NORMAL");
	check_version(s);
	if (s->state == HD_STORE_FINE && s->writes && s->version < HD_SCHEMA_VERSION)
		bring_up_to_date(s);
}

static void connect(struct hd_store *s, const char *path, int flags)
{
	int code = sqlite3_open_v2(path, &sqlite_of(s)->handle, flags, NULL);

	if (check(s, code))
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
	sqlite3_close(sqlite_of(s)->handle);
	sqlite_of(s)->handle = NULL;
	if (s->state == HD_STORE_FINE && renameat2(AT_FDCWD, beside, AT_FDCWD, path, RENAME_NOREPLACE) &&
	    errno != EEXIST && rename(beside, path))
		hd_db_become(s, HD_STORE_UNUSABLE, strerror(errno));
	remove_database(beside);
	free(beside);
}

/* A store in a folder that cannot be written to, while no other process uses it. */
static void connect_unchanging(struct hd_store *s, const char *path)
{
	char *escaped = sqlite3_mprintf("file:%s?immutable=1", path);

	sqlite3_close(sqlite_of(s)->handle);
	sqlite_of(s)->handle = NULL;
	s->state = HD_STORE_FINE;
	if (!strpbrk(path, "?#%"))
		connect(s, escaped, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
	else
		hd_db_become(s, HD_STORE_UNUSABLE, "its folder cannot be written to");
	sqlite3_free(escaped);
}

static bool sqlite_start(struct hd_store *s, enum hd_sql which, const struct hd_db_value *values, int n)
{
	struct sqlite_db *db = sqlite_of(s);
	sqlite3_stmt **statement = &db->statements[which];
	int code = SQLITE_OK;

	if (!*statement && !check(s, sqlite3_prepare_v3(db->handle, hd_db_statements[which], -1,
							SQLITE_PREPARE_PERSISTENT, statement, NULL)))
		return false;
	HD_ASSERT(n == sqlite3_bind_parameter_count(*statement), "%d values for `%s`", n,
		  hd_db_statements[which]);
	for (int i = 0; i < n && code == SQLITE_OK; i++) {
		const struct hd_db_value *v = &values[i];

		if (v->type == 'i')
			code = sqlite3_bind_int64(*statement, i + 1, v->integer);
		else if (v->type == 'd')
			code = sqlite3_bind_double(*statement, i + 1, v->real);
		else if (v->type == 'b')
			code = sqlite3_bind_blob64(*statement, i + 1, v->bytes ? v->bytes : "", v->size,
						   SQLITE_STATIC);
		else
			code = sqlite3_bind_text(*statement, i + 1, v->bytes, -1, SQLITE_STATIC);
	}
	return check(s, code);
}

static bool sqlite_step(struct hd_store *s, enum hd_sql which)
{
	int code = sqlite3_step(sqlite_of(s)->statements[which]);

	return check(s, code) && code == SQLITE_ROW;
}

static void sqlite_stop(struct hd_store *s, enum hd_sql which)
{
	sqlite3_reset(sqlite_of(s)->statements[which]);
}

static sqlite3_stmt *statement_of(const struct hd_row *row, int column)
{
	sqlite3_stmt *statement = sqlite_of(row->store)->statements[row->which];

	HD_ASSERT(column < sqlite3_column_count(statement), "column %d of `%s`", column,
		  hd_db_statements[row->which]);
	return statement;
}

static int64_t sqlite_integer(const struct hd_row *row, int column)
{
	return sqlite3_column_int64(statement_of(row, column), column);
}

static double sqlite_real(const struct hd_row *row, int column)
{
	return sqlite3_column_double(statement_of(row, column), column);
}

static const char *sqlite_text(const struct hd_row *row, int column)
{
	return (const char *)sqlite3_column_text(statement_of(row, column), column);
}

static const void *sqlite_bytes(const struct hd_row *row, int column, size_t *size)
{
	sqlite3_stmt *statement = statement_of(row, column);
	const void *bytes = sqlite3_column_blob(statement, column);

	*size = (size_t)sqlite3_column_bytes(statement, column);
	return bytes;
}

static bool sqlite_begin(struct hd_store *s)
{
	return execute(s, "BEGIN IMMEDIATE");
}

static bool sqlite_commit(struct hd_store *s)
{
	return execute(s, "COMMIT");
}

static void sqlite_roll_back(struct hd_store *s)
{
	sqlite3_exec(sqlite_of(s)->handle, "ROLLBACK", NULL, NULL, NULL);
}

static void sqlite_close(struct hd_store *s)
{
	struct sqlite_db *db = sqlite_of(s);

	for (int i = 0; i < HD_SQL_COUNT; i++)
		sqlite3_finalize(db->statements[i]);
	sqlite3_close(db->handle);
	free(db);
}

static const struct hd_db_ops sqlite_ops = {
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .roll_back = sqlite_roll_back,
    .start = sqlite_start,
    .step = sqlite_step,
    .stop = sqlite_stop,
    .integer = sqlite_integer,
    .real = sqlite_real,
    .text = sqlite_text,
    .bytes = sqlite_bytes,
};

void hd_db_open_sqlite(struct hd_store *s, const char *path)
{
	struct stat st;

	s->ops = &sqlite_ops;
	s->db = hd_new(1, sizeof(struct sqlite_db));
	if (!stat(path, &st)) {
		if (!S_ISREG(st.st_mode)) /* SQLite would take a device for a file */
			hd_db_become(s, HD_STORE_UNUSABLE, "it is not a file");
	} else if (s->writes) {
		make_new(s, path);
	} else {
		hd_db_become(s, HD_STORE_MISSING, strerror(errno));
	}
	if (s->state != HD_STORE_FINE)
		return;
	connect(s, path, SQLITE_OPEN_READWRITE);
	if (!s->writes && s->state == HD_STORE_UNUSABLE)
		connect_unchanging(s, path);
}
