/* SPDX-License-Identifier: Apache-2.0
 *
 * The tables are in schema.sql and schema_work.sql. Any change of them makes a new HD_SCHEMA_VERSION, and
 * needs a statement that leads there from the previous one: see hd_schema_steps in schema.c. They are written
 * as SQLite wants them; postgres_schema.c puts other words for some types. */
#pragma once

#define HD_SCHEMA_VERSION 6
#define HD_SCHEMA_OURS	  0x48444c45 /* application_id: "HDLE" */

extern const char hd_schema[], hd_schema_work[];
extern const char
    *const hd_schema_steps[HD_SCHEMA_VERSION]; /* from each version of the tables to the next one */
