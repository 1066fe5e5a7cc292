/* SPDX-License-Identifier: Apache-2.0
 *
 * The connection to a PostgreSQL server. */
#pragma once

#include "store/postgres.h"

/* False: it is not there, and the store's state says why. Tries are not made more often than every few
 * seconds. */
bool hd_postgres_connect(struct hd_store *s);
bool hd_postgres_is_lost(const struct hd_store *s);
/* False, and the store has an error, unless the result is one of success. */
bool hd_postgres_check(struct hd_store *s, const PGresult *result);
/* Statements without values; what they return is dropped. */
bool hd_postgres_execute(struct hd_store *s, const char *script);
/* The first column of the first row as a text, to be freed; NULL: there is none. */
char *hd_postgres_ask(struct hd_store *s, const char *question);
