/* SPDX-License-Identifier: Apache-2.0
 *
 * The connection to the server. Both ends find out within seconds that the other one is gone: a search must
 * not wait for a network that was cut, and a worker that is gone must not keep rows locked. */
#include "store/postgres_connect.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/fail.h"

#define FIRST_PAUSE   0.1 /* seconds after which a lost connection is made again */
#define LONGEST_PAUSE 4.0
#define OLDEST_SERVER 130000 /* pg_current_xact_id(), pg_xact_status() */

static const char settings[] =
    "SET search_path = heddle; SET lock_timeout = 2000; SET statement_timeout = 60000; "
    "SET idle_in_transaction_session_timeout = 60000; SET tcp_keepalives_idle = 3; SET "
    "tcp_keepalives_interval = 2; "
    "SET tcp_keepalives_count = 3; SET tcp_user_timeout = 8000; SET client_min_messages = error";

static void ignore_notice(void *unused, const char *message)
{
	(void)unused;
	(void)message;
}

/* What the server's code for an error (SQLSTATE) means for a store. */
static enum hd_store_state state_of(const char *code)
{
	static const struct {
		const char *begin;
		enum hd_store_state state;
	} known[] = {
	    {"40", HD_STORE_BUSY},    /* a deadlock, or transactions that do not go together       */
	    {"55P03", HD_STORE_BUSY}, /* somebody keeps a lock for too long                        */
	    {"57014", HD_STORE_BUSY}, /* a statement took too long                                 */
	    {"25P03", HD_STORE_AWAY}, /* the batch took too long                                   */
	    {"53", HD_STORE_AWAY},    /* no space, no memory, too many connections                 */
	    {"57P", HD_STORE_AWAY},   /* the server ends or begins                                 */
	    {"08", HD_STORE_AWAY},    /* the connection                                            */
	    {"58", HD_STORE_AWAY},    /* input or output failed at the server                      */
	    {"42P01", HD_STORE_DAMAGED}, {"42703", HD_STORE_DAMAGED}, {"XX", HD_STORE_DAMAGED},
	};

	for (size_t i = 0; code && i < sizeof known / sizeof *known; i++)
		if (!strncmp(code, known[i].begin, strlen(known[i].begin)))
			return known[i].state;
	return HD_STORE_UNUSABLE;
}

bool hd_postgres_is_lost(const struct hd_store *s)
{
	return PQstatus(hd_postgres_of(s)->connection) != CONNECTION_OK;
}

bool hd_postgres_check(struct hd_store *s, const PGresult *result)
{
	ExecStatusType status = PQresultStatus(result);
	const char *message = PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);

	if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
		return true;
	hd_db_become(s,
		     hd_postgres_is_lost(s) ? HD_STORE_AWAY
					    : state_of(PQresultErrorField(result, PG_DIAG_SQLSTATE)),
		     message ? message : PQerrorMessage(hd_postgres_of(s)->connection));
	return false;
}

bool hd_postgres_execute(struct hd_store *s, const char *script)
{
	PGresult *result;
	bool fine;

	if (s->state != HD_STORE_FINE)
		return false;
	result = PQexec(hd_postgres_of(s)->connection, script);
	fine = hd_postgres_check(s, result);
	PQclear(result);
	return fine;
}

char *hd_postgres_ask(struct hd_store *s, const char *question)
{
	char *answer = NULL;
	PGresult *result;

	if (s->state != HD_STORE_FINE)
		return NULL;
	result = PQexec(hd_postgres_of(s)->connection, question);
	if (hd_postgres_check(s, result) && PQntuples(result) && !PQgetisnull(result, 0, 0))
		answer = hd_strdup(PQgetvalue(result, 0, 0));
	PQclear(result);
	return answer;
}

/* A server that refuses this user or database will do so the next time, too; others may be there later. libpq
 * has no code for what went wrong here. */
static enum hd_store_state state_of_refusal(PGconn *connection)
{
	static const char *const lasting[] = {"authentication failed", "no password supplied",
					      "no pg_hba.conf entry",  "does not exist",
					      "certificate",	       "invalid ",
					      "does not support SSL",  "permission denied",
					      "could not translate",   "definition of service"};
	const char *message = PQerrorMessage(connection);

	for (size_t i = 0; i < sizeof lasting / sizeof *lasting; i++)
		if (strstr(message, lasting[i]))
			return HD_STORE_UNUSABLE;
	return HD_STORE_AWAY;
}

static void open_connection(struct hd_postgres *p)
{
	/* What the URL says comes last and wins. */
	const char *const keywords[] = {
	    "connect_timeout",		 "keepalives_idle",  "keepalives_interval",
	    "keepalives_count",		 "tcp_user_timeout", "client_encoding",
	    "fallback_application_name", "dbname",	     NULL};
	const char *const values[] = {"3", "3", "2", "3", "8000", "UTF8", "heddle", p->url, NULL};

	PQfinish(p->connection);
	memset(p->prepared, 0, sizeof p->prepared);
	p->connection = PQconnectdbParams(keywords, values, 1);
}

bool hd_postgres_connect(struct hd_store *s)
{
	struct hd_postgres *p = hd_postgres_of(s);

	if (p->connection && !hd_postgres_is_lost(s))
		return true;
	if (hd_now() < p->again) {
		hd_db_become(s, HD_STORE_AWAY, s->why ? s->why : "the server does not answer");
		return false;
	}
	open_connection(p);
	if (!hd_postgres_is_lost(s)) {
		PQsetNoticeProcessor(p->connection, ignore_notice, NULL);
		if (PQserverVersion(p->connection) < OLDEST_SERVER)
			hd_db_become(s, HD_STORE_UNUSABLE, "the server is older than PostgreSQL 13");
		p->pause = 0;
		return hd_postgres_execute(s, settings);
	}
	hd_db_become(s, state_of_refusal(p->connection), PQerrorMessage(p->connection));
	p->pause = p->pause ? p->pause * 2 : FIRST_PAUSE;
	if (p->pause > LONGEST_PAUSE)
		p->pause = LONGEST_PAUSE;
	p->again = hd_now() + p->pause;
	return false;
}
