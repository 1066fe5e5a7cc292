/* SPDX-License-Identifier: Apache-2.0 */
#include "store/history.h"

#include <stddef.h>

#include "store/db.h"

#define FIRST_VERSION 3 /* of the tables that knows builds of searches */

int64_t hd_store_put_input(struct hd_store *s, const char *args)
{
	return hd_db_run(s, HD_SQL_PUT_INPUT, "it", s->program, args);
}

int64_t hd_store_find_input(struct hd_store *s, const char *args)
{
	return hd_db_run(s, HD_SQL_FIND_INPUT, "it", s->program, args);
}

void hd_store_put_searched(struct hd_store *s, int64_t search, int64_t build)
{
	hd_db_run(s, HD_SQL_PUT_SEARCHED, "ii", search, build);
}

bool hd_store_next_searched(struct hd_store *s, int64_t *search, int64_t *build)
{
	const struct hd_row *row = NULL;

	if (s->version >= FIRST_VERSION)
		row = hd_db_next(s, HD_SQL_SEARCHED, "i", s->program);
	if (row) {
		*search = hd_row_int(row, 0);
		*build = hd_row_int(row, 1);
	}
	return row;
}

int64_t hd_store_put_search(struct hd_store *s, const struct hd_store_search *search)
{
	int64_t input, runs = (int64_t)search->runs;

	if (search->id) {
		hd_db_run(s, HD_SQL_PUT_SEARCH, "iidt", search->id, runs, search->seconds, search->verdict);
		return search->id;
	}
	input = hd_store_put_input(s, search->args);
	return hd_db_run(s, HD_SQL_NEW_SEARCH, "iitiiidt", s->program, input, search->strategy,
			 (int64_t)search->seed, search->started, runs, search->seconds, search->verdict);
}

void hd_store_put_point(struct hd_store *s, const struct hd_store_point *p)
{
	const uint64_t *e = p->exposed;

	hd_db_run(s, HD_SQL_PUT_POINT, "iidiiiiii", p->search, (int64_t)p->runs, p->seconds, (int64_t)e[1],
		  (int64_t)e[2], (int64_t)e[3], (int64_t)e[4], (int64_t)e[5], (int64_t)e[6]);
}

static void history_put_found(struct hd_store *s, enum hd_sql which, int64_t search,
			      const struct hd_store_found *f)
{
	hd_db_run(s, which, "iitttti", s->program, search, f->kind, f->message, f->place, f->schedule,
		  (int64_t)f->runs);
}

void hd_store_put_failure(struct hd_store *s, int64_t search, const struct hd_store_found *f)
{
	history_put_found(s, HD_SQL_PUT_FAILURE, search, f);
}

void hd_store_put_finding(struct hd_store *s, int64_t search, const struct hd_store_found *f)
{
	history_put_found(s, HD_SQL_PUT_FINDING, search, f);
}

bool hd_store_next_search(struct hd_store *s, struct hd_store_search *search)
{
	const struct hd_row *row = hd_db_next(s, HD_SQL_SEARCHES, "i", s->program);

	if (row)
		*search = (struct hd_store_search){.id = hd_row_int(row, 0),
						   .args = hd_row_text(row, 1),
						   .strategy = hd_row_text(row, 2),
						   .seed = (uint64_t)hd_row_int(row, 3),
						   .started = hd_row_int(row, 4),
						   .runs = (uint64_t)hd_row_int(row, 5),
						   .seconds = hd_row_real(row, 6),
						   .verdict = hd_row_text(row, 7)};
	return row;
}

bool hd_store_next_point(struct hd_store *s, struct hd_store_point *p)
{
	const struct hd_row *row = hd_db_next(s, HD_SQL_POINTS, "i", s->program);

	if (!row)
		return false;
	*p = (struct hd_store_point){.search = hd_row_int(row, 0),
				     .runs = (uint64_t)hd_row_int(row, 1),
				     .seconds = hd_row_real(row, 2)};
	for (int i = 1; i <= HD_IDIOMS; i++) {
		p->exposed[i] = (uint64_t)hd_row_int(row, 2 + i);
		p->exposed[0] += p->exposed[i];
	}
	return true;
}

static bool next_found(struct hd_store *s, enum hd_sql which, struct hd_store_found *f)
{
	const struct hd_row *row = hd_db_next(s, which, "i", s->program);

	if (row)
		*f = (struct hd_store_found){.kind = hd_row_text(row, 0),
					     .message = hd_row_text(row, 1),
					     .place = hd_row_text(row, 2),
					     .schedule = hd_row_text(row, 3),
					     .runs = (uint64_t)hd_row_int(row, 4),
					     .search = hd_row_int(row, 5)};
	return row;
}

bool hd_store_next_failure(struct hd_store *s, struct hd_store_found *f)
{
	return next_found(s, HD_SQL_FAILURES, f);
}

bool hd_store_next_finding(struct hd_store *s, struct hd_store_found *f)
{
	return next_found(s, HD_SQL_FINDINGS, f);
}
