/* SPDX-License-Identifier: Apache-2.0
 *
 * How the files of this folder speak to SQLite. */
#pragma once

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

#include "store/store_state.h"

enum hd_sql {
#define HD_SQL(id, text) HD_SQL_##id,
#include "store/statements.def"
#undef HD_SQL
	HD_SQL_COUNT
};

struct hd_store {
	sqlite3 *db;
	enum hd_store_state state;
	char *why;
	bool writes;
	int64_t version; /* of its tables */
	int64_t program; /* 0: none chosen */
	sqlite3_stmt *statements[HD_SQL_COUNT];
	bool reading[HD_SQL_COUNT]; /* a next function is in the middle of it */
};

/* What SQLite's result code means for a store. */
enum hd_store_state hd_db_state_of(int code);
/* False, and the store has an error, unless the code is one of success. */
bool hd_db_check(struct hd_store *s, int code);

/* Run a statement. `values` are the types of its values: i an int64_t, d a double, t a text, b bytes (a
 * pointer and a size_t). Returns what comes in the first column, or 0. */
int64_t hd_db_run(struct hd_store *s, enum hd_sql which, const char *values, ...);
/* The next row of a statement, which starts with these values; they are ignored for further rows. NULL: there
 * is none, or an error. */
sqlite3_stmt *hd_db_next(struct hd_store *s, enum hd_sql which, const char *values, ...);
/* A text, never NULL. */
const char *hd_db_text(sqlite3_stmt *statement, int column);
