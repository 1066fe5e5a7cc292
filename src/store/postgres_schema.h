/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables of a store in a PostgreSQL database. */
#pragma once

#include "store/postgres.h"

/* A script in PostgreSQL's words; to be freed. */
char *hd_postgres_words(const char *script);
/* Find the tables, make them or bring them up to date. */
void hd_postgres_settle(struct hd_store *s);
