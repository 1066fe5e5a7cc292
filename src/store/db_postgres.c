/* SPDX-License-Identifier: Apache-2.0
 *
 * Statements and batches of a store in a PostgreSQL database.
 *
 * A batch whose end was on its way when the connection was lost may be there or not. The server knows: it is
 * asked by the number that it had given to the transaction. So no batch is there twice. */
#include "store/db_postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/assert.h"
#include "base/fail.h"
#include "base/text.h"
#include "store/postgres_connect.h"
#include "store/postgres_schema.h"

#define VALUES_MAX   24
#define NUMBER_MAX   32
#define OUTCOME_WAIT 30 /* seconds that the outcome of a batch is waited for */

/* The server's numbers for types. */
enum { TYPE_BYTES = 17, TYPE_INTEGER = 20, TYPE_TEXT = 25, TYPE_REAL = 701 };

struct arguments { /* of a statement, as libpq wants them */
	const char *values[VALUES_MAX];
	int sizes[VALUES_MAX], binary[VALUES_MAX];
	char numbers[VALUES_MAX][NUMBER_MAX];
	char *own[VALUES_MAX]; /* to be freed */
};

static Oid type_of(char type)
{
	return type == 'i' ? TYPE_INTEGER : type == 'd' ? TYPE_REAL : type == 'b' ? TYPE_BYTES : TYPE_TEXT;
}

/* How many bytes of a character in UTF-8 are here; 0: it is none. */
static size_t character(const char *text)
{
	unsigned char first = (unsigned char)text[0];
	size_t n = first < 0x80			   ? 1
		   : first >= 0xc2 && first < 0xe0 ? 2
		   : first >= 0xe0 && first < 0xf0 ? 3
		   : first >= 0xf0 && first < 0xf5 ? 4
						   : 0;

	for (size_t i = 1; i < n; i++)
		if ((text[i] & 0xc0) != 0x80)
			return 0;
	if ((first == 0xe0 && (unsigned char)text[1] < 0xa0) ||
	    (first == 0xed && (unsigned char)text[1] >= 0xa0) ||
	    (first == 0xf0 && (unsigned char)text[1] < 0x90) ||
	    (first == 0xf4 && (unsigned char)text[1] >= 0x90))
		return 0;
	return n;
}

/* A database takes no text that is not UTF-8, but names of files may be anything: their bytes are written
 * out. NULL: all is well. To be freed. */
static char *written_out(const char *text)
{
	const char *p = text;
	struct hd_text out;
	size_t n;

	while (*p && (n = character(p)))
		p += n;
	if (!*p)
		return NULL;
	hd_text_begin(&out);
	for (; *text; text += n ? n : 1) {
		n = character(text);
		if (n)
			fwrite(text, 1, n, out.f);
		else
			fprintf(out.f, "\\x%02x", (unsigned char)*text);
	}
	return hd_text_end(&out);
}

static void set_argument(struct arguments *a, int i, const struct hd_db_value *v)
{
	a->values[i] = a->numbers[i];
	if (v->type == 'i') {
		snprintf(a->numbers[i], NUMBER_MAX, "%lld", (long long)v->integer);
	} else if (v->type == 'd') {
		snprintf(a->numbers[i], NUMBER_MAX, "%.17g", v->real);
	} else if (v->type == 'b') {
		a->values[i] = v->bytes ? v->bytes : "";
		a->sizes[i] = (int)v->size;
		a->binary[i] = 1;
	} else {
		a->own[i] = v->bytes ? written_out(v->bytes) : NULL;
		a->values[i] = a->own[i] ? a->own[i] : v->bytes;
	}
}

static void statement_name(char name[16], enum hd_sql which)
{
	snprintf(name, 16, "s%d", (int)which);
}

static bool prepare(struct hd_store *s, enum hd_sql which, const struct hd_db_value *values, int n)
{
	struct hd_postgres *p = hd_postgres_of(s);
	Oid types[VALUES_MAX];
	PGresult *result;
	char name[16];

	if (p->prepared[which])
		return true;
	if (!p->statements[which])
		p->statements[which] = hd_postgres_words(hd_db_statements[which]);
	for (int i = 0; i < n; i++)
		types[i] = type_of(values[i].type);
	statement_name(name, which);
	result = PQprepare(p->connection, name, p->statements[which], n, types);
	p->prepared[which] = hd_postgres_check(s, result);
	PQclear(result);
	return p->prepared[which];
}

static bool postgres_start(struct hd_store *s, enum hd_sql which, const struct hd_db_value *values, int n)
{
	struct hd_postgres *p = hd_postgres_of(s);
	struct arguments a = {0};
	char name[16];
	bool fine;

	HD_ASSERT(n <= VALUES_MAX, "%d values", n);
	if ((!s->in_batch && !hd_postgres_connect(s)) || !prepare(s, which, values, n))
		return false;
	for (int i = 0; i < n; i++)
		set_argument(&a, i, &values[i]);
	statement_name(name, which);
	p->results[which] = PQexecPrepared(p->connection, name, n, a.values, a.sizes, a.binary, 1);
	p->rows[which] = -1;
	for (int i = 0; i < n; i++)
		free(a.own[i]);
	fine = hd_postgres_check(s, p->results[which]);
	if (!fine) {
		PQclear(p->results[which]);
		p->results[which] = NULL;
	}
	return fine;
}

static bool postgres_step(struct hd_store *s, enum hd_sql which)
{
	struct hd_postgres *p = hd_postgres_of(s);

	return ++p->rows[which] < PQntuples(p->results[which]);
}

static void postgres_stop(struct hd_store *s, enum hd_sql which)
{
	struct hd_postgres *p = hd_postgres_of(s);

	PQclear(p->results[which]);
	p->results[which] = NULL;
}

/* The bytes of a value; numbers have their highest byte first. */
static const unsigned char *value_at(const struct hd_row *row, int column, int *size)
{
	const struct hd_postgres *p = hd_postgres_of(row->store);
	const PGresult *result = p->results[row->which];
	int n = p->rows[row->which];

	HD_ASSERT(column < PQnfields(result), "column %d of `%s`", column, hd_db_statements[row->which]);
	*size = PQgetlength(result, n, column);
	return (const unsigned char *)PQgetvalue(result, n, column);
}

static int64_t postgres_integer(const struct hd_row *row, int column)
{
	int size;
	const unsigned char *bytes = value_at(row, column, &size);
	uint64_t number = size && bytes[0] & 0x80 ? UINT64_MAX : 0;

	for (int i = 0; i < size && i < 8; i++)
		number = number << 8 | bytes[i];
	return (int64_t)number;
}

static double postgres_real(const struct hd_row *row, int column)
{
	int64_t bits = postgres_integer(row, column);
	double number;

	memcpy(&number, &bits, sizeof number);
	return number;
}

static const char *postgres_text(const struct hd_row *row, int column)
{
	int size;

	return (const char *)value_at(row, column, &size); /* libpq ends each with a NUL byte */
}

static const void *postgres_bytes(const struct hd_row *row, int column, size_t *size)
{
	int length;
	const void *bytes = value_at(row, column, &length);

	*size = (size_t)length;
	return bytes;
}

static bool postgres_begin(struct hd_store *s)
{
	struct hd_postgres *p = hd_postgres_of(s);
	char *number;

	if (!hd_postgres_connect(s))
		return false;
	number = hd_postgres_ask(s, "BEGIN; SELECT pg_current_xact_id()");
	snprintf(p->transaction, sizeof p->transaction, "%s", number ? number : "");
	free(number);
	if (s->state != HD_STORE_FINE && !hd_postgres_is_lost(s))
		PQclear(PQexec(p->connection, "ROLLBACK"));
	return s->state == HD_STORE_FINE;
}

/* True: it is known, and `committed` says what it is. */
static bool ask_outcome(struct hd_store *s, bool *committed)
{
	char question[64], *answer;
	bool known;

	s->state = HD_STORE_FINE;
	if (!hd_postgres_connect(s))
		return s->state != HD_STORE_AWAY;
	snprintf(question, sizeof question, "SELECT pg_xact_status('%s')", hd_postgres_of(s)->transaction);
	answer = hd_postgres_ask(s, question);
	known = answer && strcmp(answer, "in progress") != 0;
	*committed = known && !strcmp(answer, "committed");
	free(answer);
	return known;
}

/* The connection was lost while the batch ended. */
static bool is_committed(struct hd_store *s)
{
	const struct timespec pause = {.tv_nsec = 200000000};
	time_t end = time(NULL) + OUTCOME_WAIT;
	bool committed = false;
	char *why = hd_strdup(s->why ? s->why : "the connection was lost");

	while (!ask_outcome(s, &committed) && time(NULL) < end)
		nanosleep(&pause, NULL);
	if (!committed) {
		s->state = HD_STORE_FINE;
		hd_db_become(s, HD_STORE_AWAY, why);
	}
	free(why);
	return committed;
}

static bool postgres_commit(struct hd_store *s)
{
	if (hd_postgres_execute(s, "COMMIT"))
		return true;
	return hd_postgres_is_lost(s) && is_committed(s);
}

static void postgres_roll_back(struct hd_store *s)
{
	if (!hd_postgres_is_lost(s))
		PQclear(PQexec(hd_postgres_of(s)->connection, "ROLLBACK"));
}

static void postgres_close(struct hd_store *s)
{
	struct hd_postgres *p = hd_postgres_of(s);

	for (int i = 0; i < HD_SQL_COUNT; i++) {
		PQclear(p->results[i]);
		free(p->statements[i]);
	}
	PQfinish(p->connection);
	free(p->url);
	free(p);
}

static const struct hd_db_ops postgres_ops = {
    .close = postgres_close,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .roll_back = postgres_roll_back,
    .start = postgres_start,
    .step = postgres_step,
    .stop = postgres_stop,
    .integer = postgres_integer,
    .real = postgres_real,
    .text = postgres_text,
    .bytes = postgres_bytes,
};

void hd_db_open_postgres(struct hd_store *s, const char *url)
{
	struct hd_postgres *p = hd_new(1, sizeof *p);

	s->ops = &postgres_ops;
	s->db = p;
	p->url = hd_strdup(url);
	if (hd_postgres_connect(s))
		hd_postgres_settle(s);
}
