/* SPDX-License-Identifier: Apache-2.0
 *
 * How the files of this folder speak to a database: statements.def has what they say, and a backend
 * (db_sqlite.c, db_postgres.c) knows how it is said there. The first error sticks. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/store_state.h"

enum hd_sql {
#define HD_SQL(id, text) HD_SQL_##id,
#include "store/statements.def"
#undef HD_SQL
	HD_SQL_COUNT
};

extern const char *const hd_db_statements[HD_SQL_COUNT]; /* their texts */

struct hd_db_value {
	char type; /* i an int64_t, d a double, t a text, b bytes */
	int64_t integer;
	double real;
	const void *bytes; /* of a text, too */
	size_t size;	   /* of bytes       */
};

struct hd_row { /* of the statement that is being read */
	struct hd_store *store;
	enum hd_sql which;
};

/* What a backend does. Trouble is told by hd_db_become(). */
struct hd_db_ops {
	void (*close)(struct hd_store *s);
	bool (*begin)(struct hd_store *s);
	/* False: nothing of the batch is there. */
	bool (*commit)(struct hd_store *s);
	void (*roll_back)(struct hd_store *s);
	/* A statement begins; its rows are stepped through, and it is stopped. */
	bool (*start)(struct hd_store *s, enum hd_sql which, const struct hd_db_value *values, int n);
	bool (*step)(struct hd_store *s, enum hd_sql which);
	void (*stop)(struct hd_store *s, enum hd_sql which);
	/* Of its present row; what is NULL there is 0 or empty. */
	int64_t (*integer)(const struct hd_row *row, int column);
	double (*real)(const struct hd_row *row, int column);
	const char *(*text)(const struct hd_row *row, int column);
	const void *(*bytes)(const struct hd_row *row, int column, size_t *size);
};

struct hd_store {
	const struct hd_db_ops *ops; /* NULL: there is no backend, because it could not even begin */
	void *db;		     /* the backend's */
	enum hd_store_state state;
	char *why;
	bool writes, in_batch;
	int64_t version; /* of its tables */
	int64_t program; /* 0: none chosen */
	struct hd_row rows[HD_SQL_COUNT];
	bool reading[HD_SQL_COUNT]; /* a next function is in the middle of it */
};

/* The first error of a store stays; `why` is a part of a sentence. */
void hd_db_become(struct hd_store *s, enum hd_store_state state, const char *why);

/* Run a statement. `values` are the types of its values, in the order of the arguments; b is a pointer and a
 * size_t. Returns what comes in the first column, or 0. */
int64_t hd_db_run(struct hd_store *s, enum hd_sql which, const char *values, ...);
/* The next row of a statement, which starts with these values; they are ignored for further rows. NULL: there
 * is none, or an error. */
const struct hd_row *hd_db_next(struct hd_store *s, enum hd_sql which, const char *values, ...);

int64_t hd_row_int(const struct hd_row *row, int column);
double hd_row_real(const struct hd_row *row, int column);
const char *hd_row_text(const struct hd_row *row, int column); /* never NULL */
const void *hd_row_bytes(const struct hd_row *row, int column, size_t *size);
