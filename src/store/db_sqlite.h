/* SPDX-License-Identifier: Apache-2.0
 *
 * A backend of a store: in an SQLite file. */
#pragma once

#include "store/db.h"

/* The state of the store tells how that went. */
void hd_db_open_sqlite(struct hd_store *s, const char *path);
