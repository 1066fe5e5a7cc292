/* SPDX-License-Identifier: Apache-2.0
 *
 * Statements: what is the same for all backends. */
#include "store/db.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fail.h"
#include "store/work_states.h"

#define VALUES_MAX 24 /* of a statement */

const char *const hd_db_statements[] = {
#define HD_SQL(id, text) text,
#include "store/statements.def"
#undef HD_SQL
};

void hd_db_become(struct hd_store *s, enum hd_store_state state, const char *why)
{
	if (s->state != HD_STORE_FINE)
		return;
	s->state = state;
	free(s->why);
	s->why = hd_strdup(why);
	s->why[strcspn(s->why, "\n")] = '\0';
}

static int collect(struct hd_db_value *out, const char *values, va_list *list)
{
	int n = 0;

	for (; values[n]; n++) {
		struct hd_db_value *v = &out[n];

		HD_ASSERT(n < VALUES_MAX, "too many values: `%s`", values);
		*v = (struct hd_db_value){.type = values[n]};
		if (v->type == 'i')
			v->integer = va_arg(*list, int64_t);
		else if (v->type == 'd')
			v->real = va_arg(*list, double);
		else
			v->bytes = va_arg(*list, const void *);
		if (v->type == 'b')
			v->size = va_arg(*list, size_t);
	}
	return n;
}

int64_t hd_db_run(struct hd_store *s, enum hd_sql which, const char *values, ...)
{
	const struct hd_row row = {s, which};
	struct hd_db_value list[VALUES_MAX];
	int64_t result = 0;
	va_list ap;
	int n;

	HD_ASSERT(!s->reading[which], "`%s` is run while its rows are read", hd_db_statements[which]);
	va_start(ap, values);
	n = collect(list, values, &ap);
	va_end(ap);
	if (s->state != HD_STORE_FINE || !s->ops->start(s, which, list, n))
		return 0;
	if (s->ops->step(s, which)) {
		result = s->ops->integer(&row, 0);
		s->ops->step(s, which);
	}
	s->ops->stop(s, which);
	return result;
}

const struct hd_row *hd_db_next(struct hd_store *s, enum hd_sql which, const char *values, ...)
{
	struct hd_db_value list[VALUES_MAX];
	va_list ap;
	int n;

	va_start(ap, values);
	n = collect(list, values, &ap);
	va_end(ap);
	if (!s->reading[which] && (s->state != HD_STORE_FINE || !s->ops->start(s, which, list, n)))
		return NULL;
	s->reading[which] = s->ops->step(s, which);
	if (!s->reading[which]) {
		s->ops->stop(s, which);
		return NULL;
	}
	s->rows[which] = (struct hd_row){s, which};
	return &s->rows[which];
}

int64_t hd_row_int(const struct hd_row *row, int column)
{
	return row->store->ops->integer(row, column);
}

double hd_row_real(const struct hd_row *row, int column)
{
	return row->store->ops->real(row, column);
}

const char *hd_row_text(const struct hd_row *row, int column)
{
	const char *text = row->store->ops->text(row, column);

	return text ? text : "";
}

const void *hd_row_bytes(const struct hd_row *row, int column, size_t *size)
{
	return row->store->ops->bytes(row, column, size);
}
