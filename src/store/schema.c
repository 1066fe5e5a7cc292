/* SPDX-License-Identifier: Apache-2.0 */
#include "store/schema.h"

#include "store/schema_sql.h"	   /* HD_SCHEMA: the text of schema.sql, see tools/schema.mk */
#include "store/schema_work_sql.h" /* HD_SCHEMA_WORK                                         */

const char hd_schema[] = HD_SCHEMA, hd_schema_work[] = HD_SCHEMA_WORK;

/* From each version of the tables to the next one. */
const char *const hd_schema_steps[] = {
    [1] = "CREATE TABLE unfinished(program INTEGER NOT NULL REFERENCES program, args TEXT NOT NULL, "
	  "strategy TEXT NOT NULL, builds TEXT NOT NULL, options TEXT NOT NULL, seed INTEGER NOT NULL, "
	  "runs INTEGER NOT NULL, \"left\" BLOB NOT NULL, PRIMARY KEY(program, args, strategy))",
    [2] = "CREATE TABLE attempt(iroot INTEGER NOT NULL REFERENCES iroot, input INTEGER NOT NULL REFERENCES "
	  "input, attempts INTEGER NOT NULL, PRIMARY KEY(iroot, input)) WITHOUT ROWID; "
	  "CREATE TABLE searched(search INTEGER PRIMARY KEY REFERENCES search, build INTEGER NOT NULL "
	  "REFERENCES build); "
	  "CREATE TABLE shown(iroot INTEGER PRIMARY KEY REFERENCES iroot, build INTEGER NOT NULL REFERENCES "
	  "build)",
    [3] = HD_SCHEMA_WORK,
    [4] = "CREATE TABLE covered(input INTEGER NOT NULL REFERENCES input, iroot INTEGER NOT NULL REFERENCES "
	  "iroot, PRIMARY KEY(input, iroot)) WITHOUT ROWID",
    [5] = "CREATE TABLE code(program INTEGER NOT NULL REFERENCES program, module TEXT NOT NULL, "
	  "within TEXT NOT NULL, function TEXT NOT NULL, file TEXT NOT NULL, text INTEGER NOT NULL, "
	  "PRIMARY KEY(program, module, within, function, file)) WITHOUT ROWID",
};
_Static_assert(sizeof hd_schema_steps / sizeof *hd_schema_steps == HD_SCHEMA_VERSION,
	       "each version has its step");
