/* SPDX-License-Identifier: Apache-2.0
 *
 * Opening a store, batches, and which program everything is about. */
#include "store/store.h"

#include <stdlib.h>

#include "base/assert.h"
#include "base/fail.h"
#include "store/db_postgres.h"
#include "store/db_sqlite.h"
#include "store/store_name.h"

struct hd_store *hd_store_open(const char *path, enum hd_store_mode mode)
{
	struct hd_store *s = hd_new(1, sizeof *s);

	s->writes = mode == HD_STORE_WRITE;
	if (hd_store_is_remote(path))
		hd_db_open_postgres(s, path);
	else
		hd_db_open_sqlite(s, path);
	return s;
}

void hd_store_close(struct hd_store *s)
{
	if (!s)
		return;
	s->ops->close(s);
	free(s->why);
	free(s);
}

enum hd_store_state hd_store_state(const struct hd_store *s)
{
	return s->state;
}

const char *hd_store_why(const struct hd_store *s)
{
	return s->why ? s->why : "nothing is wrong with it";
}

/* A store that other processes keep busy, or that cannot be reached now, has no lasting error. */
static enum hd_store_state forget_passing(struct hd_store *s)
{
	enum hd_store_state state = s->state;

	if (state == HD_STORE_BUSY || state == HD_STORE_AWAY)
		s->state = HD_STORE_FINE;
	return state;
}

enum hd_store_state hd_store_begin(struct hd_store *s)
{
	HD_ASSERT(!s->in_batch, "a batch begins within another");
	forget_passing(s);
	s->in_batch = s->state == HD_STORE_FINE && s->ops->begin(s);
	return forget_passing(s);
}

enum hd_store_state hd_store_commit(struct hd_store *s)
{
	bool whole = s->in_batch && s->state == HD_STORE_FINE && s->ops->commit(s);

	if (s->in_batch && !whole)
		s->ops->roll_back(s);
	s->in_batch = false;
	return forget_passing(s);
}

/* To add it is to keep its row until the batch ends, in a database that lets several write at once: batches
 * about one program come one after the other then, so that they never wait for each other in a circle. */
bool hd_store_program(struct hd_store *s, const char *path, bool add)
{
	s->program = hd_db_run(s, add ? HD_SQL_PUT_PROGRAM : HD_SQL_FIND_PROGRAM, "t", path);
	return s->program != 0;
}

bool hd_store_next_program(struct hd_store *s, const char **path)
{
	const struct hd_row *row = hd_db_next(s, HD_SQL_PROGRAMS, "");

	if (row)
		*path = hd_row_text(row, 0);
	return row;
}
