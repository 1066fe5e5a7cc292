/* SPDX-License-Identifier: Apache-2.0
 *
 * A backend of a store: in a PostgreSQL database. */
#pragma once

#include "store/db.h"

/* The state of the store tells how that went. */
void hd_db_open_postgres(struct hd_store *s, const char *url);
