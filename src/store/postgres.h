/* SPDX-License-Identifier: Apache-2.0
 *
 * A store in a PostgreSQL database: what its files share. The tables are in a schema of their own, `heddle`.
 *
 *   postgres_connect.c   the connection, which may be lost and made again
 *   postgres_schema.c    the tables, and the words that PostgreSQL has for what SQLite calls otherwise
 *   db_postgres.c        statements and batches */
#pragma once

#include <libpq-fe.h>

#include "store/db.h"

struct hd_postgres {
	char *url;
	PGconn *connection;		/* NULL: never made                                            */
	double pause, again;		/* seconds between tries to connect; when the next one is due  */
	char *statements[HD_SQL_COUNT]; /* as PostgreSQL understands them                              */
	bool prepared[HD_SQL_COUNT];	/* on this connection                                          */
	PGresult *results[HD_SQL_COUNT];
	int rows[HD_SQL_COUNT]; /* which of them is the present one                            */
	char transaction[24];	/* the server's number for the batch under way                 */
};

static inline struct hd_postgres *hd_postgres_of(const struct hd_store *s)
{
	return s->db;
}
