/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables are in schema.sql. Any change of them makes a new HD_SCHEMA_VERSION, and needs a statement that
 * leads there from the previous one: see schema_steps in store.c. */
#pragma once

#include "store/schema_sql.h" /* HD_SCHEMA: the text of schema.sql, see tools/schema.mk */

#define HD_SCHEMA_VERSION 3
#define HD_SCHEMA_OURS	  0x48444c45 /* application_id: "HDLE" */
