/* SPDX-License-Identifier: Apache-2.0
 *
 * Statements: prepared once, run often; the first error sticks. */
#include "store/db.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fail.h"

static const char *const texts[] = {
#define HD_SQL(id, text) text,
#include "store/statements.def"
#undef HD_SQL
};

enum hd_store_state hd_db_state_of(int code)
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

bool hd_db_check(struct hd_store *s, int code)
{
	enum hd_store_state state = hd_db_state_of(code);

	if (state == HD_STORE_FINE)
		return true;
	if (s->state == HD_STORE_FINE) {
		s->state = state;
		free(s->why);
		s->why = hd_strdup(s->db ? sqlite3_errmsg(s->db) : sqlite3_errstr(code));
	}
	return false;
}

static sqlite3_stmt *prepared(struct hd_store *s, enum hd_sql which)
{
	if (s->state != HD_STORE_FINE)
		return NULL;
	if (!s->statements[which] &&
	    !hd_db_check(s, sqlite3_prepare_v3(s->db, texts[which], -1, SQLITE_PREPARE_PERSISTENT,
					       &s->statements[which], NULL)))
		return NULL;
	return s->statements[which];
}

static int bind_bytes(sqlite3_stmt *statement, int i, va_list *list)
{
	const void *bytes = va_arg(*list, const void *);
	size_t size = va_arg(*list, size_t);

	return sqlite3_bind_blob64(statement, i, bytes, size, SQLITE_STATIC);
}

static bool bind(struct hd_store *s, sqlite3_stmt *statement, const char *values, va_list *list)
{
	int code = SQLITE_OK;

	HD_ASSERT((int)strlen(values) == sqlite3_bind_parameter_count(statement), "`%s` for `%s`", values,
		  sqlite3_sql(statement));
	for (int i = 1; *values && code == SQLITE_OK; values++, i++) {
		if (*values == 'i')
			code = sqlite3_bind_int64(statement, i, va_arg(*list, int64_t));
		else if (*values == 'd')
			code = sqlite3_bind_double(statement, i, va_arg(*list, double));
		else if (*values == 'b')
			code = bind_bytes(statement, i, list);
		else
			code =
			    sqlite3_bind_text(statement, i, va_arg(*list, const char *), -1, SQLITE_STATIC);
	}
	return hd_db_check(s, code);
}

int64_t hd_db_run(struct hd_store *s, enum hd_sql which, const char *values, ...)
{
	sqlite3_stmt *statement = prepared(s, which);
	int64_t result = 0;
	va_list list;
	int code;

	HD_ASSERT(!s->reading[which], "`%s` is run while its rows are read", texts[which]);
	va_start(list, values);
	if (statement && bind(s, statement, values, &list)) {
		code = sqlite3_step(statement);
		if (code == SQLITE_ROW) {
			result = sqlite3_column_int64(statement, 0);
			code = sqlite3_step(statement);
		}
		hd_db_check(s, code);
		sqlite3_reset(statement);
	}
	va_end(list);
	return result;
}

sqlite3_stmt *hd_db_next(struct hd_store *s, enum hd_sql which, const char *values, ...)
{
	sqlite3_stmt *statement = prepared(s, which);
	va_list list;
	int code;

	va_start(list, values);
	if (statement && !s->reading[which] && !bind(s, statement, values, &list))
		statement = NULL;
	va_end(list);
	if (!statement)
		return NULL;
	code = sqlite3_step(statement);
	s->reading[which] = code == SQLITE_ROW;
	if (code == SQLITE_ROW)
		return statement;
	hd_db_check(s, code);
	sqlite3_reset(statement);
	return NULL;
}

const char *hd_db_text(sqlite3_stmt *statement, int column)
{
	HD_ASSERT(column < sqlite3_column_count(statement), "column %d of `%s`", column,
		  sqlite3_sql(statement));

	const unsigned char *text = sqlite3_column_text(statement, column);

	return text ? (const char *)text : "";
}
