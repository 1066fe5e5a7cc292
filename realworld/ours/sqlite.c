/* SPDX-License-Identifier: Apache-2.0
 *
 * sqlite FILE THREADS ROUNDS: threads move money between accounts of one database, each through a connection
 * of its own, while all of them write a log through one connection that they share. In the end no money may
 * be lost and the log must be complete. Exit status 0: so it is. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sqlite3.h"

enum { ACCOUNTS = 20, EACH = 100, MAX_THREADS = 16 };

struct task {
	unsigned number, rounds;
	const char *file;
	sqlite3 *log; /* shared */
};

static void fail(sqlite3 *db, const char *what)
{
	fprintf(stderr, "%s: %s\n", what, sqlite3_errmsg(db));
	exit(1);
}

static void run(sqlite3 *db, const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail(db, sql);
}

/* Another connection holds the database: try again, for as long as it takes. */
static int try_again(void *unused, int times)
{
	(void)unused;
	(void)times;
	usleep(1000);
	return 1;
}

static sqlite3 *open_database(const char *file)
{
	sqlite3 *db;

	if (sqlite3_open_v2(file, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX,
			    NULL) != SQLITE_OK)
		fail(db, file);
	sqlite3_busy_handler(db, try_again, NULL);
	run(db, "PRAGMA synchronous = OFF");
	return db;
}

static long number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *s;
	long n;

	if (sqlite3_prepare_v2(db, sql, -1, &s, NULL) != SQLITE_OK || sqlite3_step(s) != SQLITE_ROW)
		fail(db, sql);
	n = (long)sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return n;
}

static void move_money(sqlite3 *db, unsigned from, unsigned to, int amount)
{
	char sql[200];

	run(db, "BEGIN IMMEDIATE");
	snprintf(sql, sizeof sql, "UPDATE account SET balance = balance - %d WHERE id = %u", amount, from);
	run(db, sql);
	snprintf(sql, sizeof sql, "UPDATE account SET balance = balance + %d WHERE id = %u", amount, to);
	run(db, sql);
	run(db, "COMMIT");
}

static void *work(void *arg)
{
	const struct task *t = arg;
	sqlite3 *db = open_database(t->file);
	char sql[200];

	for (unsigned i = 0; i < t->rounds; i++) {
		unsigned from = (t->number * 7 + i) % ACCOUNTS;

		move_money(db, from, (from + 3) % ACCOUNTS, (int)(i % 10));
		if (number(db, "SELECT SUM(balance) FROM account") != ACCOUNTS * EACH) {
			fputs("money is lost while others move it\n", stderr);
			exit(1);
		}
		snprintf(sql, sizeof sql, "INSERT INTO log VALUES (%u, %u)", t->number, i);
		run(t->log, sql);
	}
	sqlite3_close(db);
	return NULL;
}

static void create(sqlite3 *db, sqlite3 *log)
{
	char sql[100];

	run(db, "CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER)");
	run(db, "BEGIN");
	for (int i = 0; i < ACCOUNTS; i++) {
		snprintf(sql, sizeof sql, "INSERT INTO account VALUES (%d, %d)", i, EACH);
		run(db, sql);
	}
	run(db, "COMMIT");
	run(log, "CREATE TABLE log (thread INTEGER, round INTEGER, PRIMARY KEY (thread, round))");
}

int main(int argc, char **argv)
{
	unsigned threads = argc > 2 ? (unsigned)atoi(argv[2]) : 3,
		 rounds = argc > 3 ? (unsigned)atoi(argv[3]) : 10;
	struct task tasks[MAX_THREADS];
	pthread_t ids[MAX_THREADS];
	sqlite3 *db, *log;

	if (argc < 2 || threads > MAX_THREADS)
		return 2;
	unlink(argv[1]);
	db = open_database(argv[1]);
	log = open_database(":memory:");
	create(db, log);
	for (unsigned i = 0; i < threads; i++) {
		tasks[i] = (struct task){.number = i, .rounds = rounds, .file = argv[1], .log = log};
		if (pthread_create(&ids[i], NULL, work, &tasks[i]))
			return 2;
	}
	for (unsigned i = 0; i < threads; i++)
		pthread_join(ids[i], NULL);
	if (number(db, "SELECT SUM(balance) FROM account") != ACCOUNTS * EACH ||
	    number(log, "SELECT COUNT(*) FROM log") != (long)threads * rounds) {
		fputs("money or entries of the log are lost\n", stderr);
		return 1;
	}
	sqlite3_close(log);
	sqlite3_close(db);
	return 0;
}
