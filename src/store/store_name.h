/* SPDX-License-Identifier: Apache-2.0
 *
 * The name of a store: a file, or the URL of a PostgreSQL database. */
#pragma once

#include <stdbool.h>

/* In a database server, and not in a file of this machine: a URL. */
bool hd_store_is_remote(const char *name);
/* The name as people may see it: without a password. To be freed. */
char *hd_store_shown(const char *name);
