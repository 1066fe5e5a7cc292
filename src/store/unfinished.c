/* SPDX-License-Identifier: Apache-2.0 */
#include "store/unfinished.h"

#include "store/db.h"

#define FIRST_VERSION 2 /* of the tables that has such searches */

void hd_store_put_unfinished(struct hd_store *s, const struct hd_store_unfinished *u)
{
	hd_db_run(s, HD_SQL_PUT_UNFINISHED, "ittttiib", s->program, u->args, u->strategy, u->builds,
		  u->options, (int64_t)u->seed, (int64_t)u->runs, u->left, u->size);
}

void hd_store_drop_unfinished(struct hd_store *s, const char *args, const char *strategy)
{
	hd_db_run(s, HD_SQL_DROP_UNFINISHED, "itt", s->program, args, strategy);
}

bool hd_store_find_unfinished(struct hd_store *s, const char *args, const char *strategy,
			      struct hd_store_unfinished *u)
{
	const struct hd_row *row;

	if (s->version < FIRST_VERSION) /* it cannot be written to, so it has not been brought up to date */
		return false;
	row = hd_db_next(s, HD_SQL_UNFINISHED, "itt", s->program, args, strategy);
	if (row)
		*u = (struct hd_store_unfinished){.args = args,
						  .strategy = strategy,
						  .builds = hd_row_text(row, 0),
						  .options = hd_row_text(row, 1),
						  .seed = (uint64_t)hd_row_int(row, 2),
						  .runs = (uint64_t)hd_row_int(row, 3)};
	if (row)
		u->left = hd_row_bytes(row, 4, &u->size);
	return row;
}

void hd_store_found_unfinished(struct hd_store *s, const char *args, const char *strategy)
{
	while (hd_db_next(s, HD_SQL_UNFINISHED, "itt", s->program, args, strategy))
		;
}
