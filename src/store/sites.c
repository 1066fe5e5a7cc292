/* SPDX-License-Identifier: Apache-2.0 */
#include "store/sites.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/file.h"
#include "base/text.h"
#include "model/event.h"
#include "store/db.h"

#define KINDS_MAX	128 /* bytes that the names of an iRoot's operations take */
#define BY_FAILURE	1   /* how an iRoot was exposed; more: otherwise, too */
#define FIRST_VERSION	3   /* of the tables that knows inputs of attempts and builds that exposed */
#define COVERED_VERSION 5   /* … and what each input has exposed */
#define CODE_VERSION	6   /* … and the text of functions */
#define OUTDATED	3   /* … before its code changed, as the statements say, too */

int64_t hd_store_put_build(struct hd_store *s, const struct hd_store_build *b)
{
	return hd_db_run(s, HD_SQL_PUT_BUILD, "ittt", s->program, b->module, b->path, b->build_id);
}

int64_t hd_store_put_site(struct hd_store *s, const struct hd_store_site *site)
{
	return hd_db_run(s, HD_SQL_PUT_SITE, "ittttiiitii", s->program, site->module, site->within,
			 site->function, hd_base_name(site->file), (int64_t)site->below,
			 (int64_t)site->column, (int64_t)site->ordinal, site->file, (int64_t)site->line,
			 (int64_t)site->shared);
}

void hd_store_put_shared(struct hd_store *s, int64_t site)
{
	hd_db_run(s, HD_SQL_PUT_SHARED, "i", site);
}

void hd_store_put_place(struct hd_store *s, int64_t build, const struct hd_store_place *p)
{
	hd_db_run(s, HD_SQL_PUT_PLACE, "iii", build, (int64_t)p->offset, p->site);
}

/* At an offset that no place has. */
void hd_store_put_absent(struct hd_store *s, int64_t build, int64_t site)
{
	hd_db_run(s, HD_SQL_PUT_PLACE, "iii", build, -site, site);
}

static void print_kinds(const struct hd_store_iroot *r, char *text, size_t size)
{
	size_t n = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < r->n && n < size; i++)
		n += (size_t)snprintf(text + n, size - n, "%s%s", i ? " " : "", hd_event_text[r->kinds[i]]);
}

/* Names and not numbers are in the store, because numbers change when there are new operations. */
static bool parse_kinds(const char *text, struct hd_store_iroot *r)
{
	char name[32];
	int used;

	for (r->n = 0; sscanf(text, "%31s%n", name, &used) == 1; text += used) {
		enum hd_event_kind kind = hd_event_named(name);

		if (kind == HD_EVENT_COUNT || r->n == HD_IDIOM_OPS)
			return false;
		r->kinds[r->n++] = (uint8_t)kind;
	}
	return r->n == (r->idiom == 1 ? 2 : r->idiom == 2 ? 3 : 4);
}

int64_t hd_store_put_iroot(struct hd_store *s, const struct hd_store_iroot *r)
{
	char kinds[KINDS_MAX];

	HD_ASSERT(r->n >= 2 && r->n <= HD_IDIOM_OPS, "an iRoot of %u operations", (unsigned)r->n);
	print_kinds(r, kinds, sizeof kinds);
	return hd_db_run(s, HD_SQL_PUT_IROOT, "iitiiiiiii", s->program, (int64_t)r->idiom, kinds, r->sites[0],
			 r->sites[1], r->n > 2 ? r->sites[2] : (int64_t)0,
			 r->n > 3 ? r->sites[3] : (int64_t)0, (int64_t)r->predicted,
			 (int64_t)(r->exposed ? BY_FAILURE + !r->failing : 0), (int64_t)r->attempts);
}

void hd_store_put_attempts(struct hd_store *s, int64_t input, const struct hd_store_attempts *a)
{
	hd_db_run(s, HD_SQL_PUT_ATTEMPTS, "iii", a->iroot, input, (int64_t)a->n);
}

void hd_store_put_outdated(struct hd_store *s, int64_t iroot)
{
	hd_db_run(s, HD_SQL_OUTDATE, "i", iroot);
	hd_db_run(s, HD_SQL_DROP_ATTEMPTS, "i", iroot);
}

void hd_store_put_code(struct hd_store *s, const char *module, const struct hd_store_code *c)
{
	hd_db_run(s, HD_SQL_PUT_CODE, "itttti", s->program, module, c->within, c->function,
		  hd_base_name(c->file), (int64_t)c->text);
}

void hd_store_put_shown(struct hd_store *s, int64_t iroot, int64_t build)
{
	hd_db_run(s, HD_SQL_PUT_SHOWN, "ii", iroot, build);
}

void hd_store_put_covered(struct hd_store *s, int64_t input, int64_t iroot)
{
	hd_db_run(s, HD_SQL_PUT_COVERED, "ii", input, iroot);
}

bool hd_store_next_build(struct hd_store *s, struct hd_store_build *b)
{
	const struct hd_row *row = hd_db_next(s, HD_SQL_BUILDS, "i", s->program);

	if (row)
		*b = (struct hd_store_build){.id = hd_row_int(row, 0),
					     .module = hd_row_text(row, 1),
					     .path = hd_row_text(row, 2),
					     .build_id = hd_row_text(row, 3)};
	return row;
}

static bool read_site(const struct hd_row *row, struct hd_store_site *site)
{
	if (row)
		*site = (struct hd_store_site){.id = hd_row_int(row, 0),
					       .module = hd_row_text(row, 1),
					       .within = hd_row_text(row, 2),
					       .function = hd_row_text(row, 3),
					       .file = hd_row_text(row, 4),
					       .below = (int)hd_row_int(row, 5),
					       .column = (int)hd_row_int(row, 6),
					       .ordinal = (int)hd_row_int(row, 7),
					       .line = (int)hd_row_int(row, 8),
					       .shared = hd_row_int(row, 9) != 0};
	return row;
}

bool hd_store_next_site(struct hd_store *s, struct hd_store_site *site)
{
	return read_site(hd_db_next(s, HD_SQL_SITES, "i", s->program), site);
}

bool hd_store_next_unplaced(struct hd_store *s, const char *module, int64_t build, struct hd_store_site *site)
{
	return read_site(hd_db_next(s, HD_SQL_UNPLACED, "iti", s->program, module, build), site);
}

bool hd_store_next_code(struct hd_store *s, const char *module, struct hd_store_code *c)
{
	const struct hd_row *row = NULL;

	if (s->version >= CODE_VERSION)
		row = hd_db_next(s, HD_SQL_CODES, "it", s->program, module);
	if (row)
		*c = (struct hd_store_code){.within = hd_row_text(row, 0),
					    .function = hd_row_text(row, 1),
					    .file = hd_row_text(row, 2),
					    .text = (uint64_t)hd_row_int(row, 3)};
	return row;
}

bool hd_store_next_place(struct hd_store *s, int64_t build, struct hd_store_place *p)
{
	const struct hd_row *row = hd_db_next(s, HD_SQL_PLACES, "i", build);

	if (row)
		*p = (struct hd_store_place){.offset = (uint64_t)hd_row_int(row, 0),
					     .site = hd_row_int(row, 1),
					     .shared = hd_row_int(row, 2) != 0};
	return row;
}

/* As much of a number as fits. */
static uint32_t sites_count(int64_t n)
{
	return n < 0 ? 0 : n < INT32_MAX ? (uint32_t)n : INT32_MAX;
}

static bool read_iroot(const struct hd_row *row, struct hd_store_iroot *r)
{
	int64_t idiom = hd_row_int(row, 0), attempts = hd_row_int(row, 8);

	*r = (struct hd_store_iroot){.predicted = hd_row_int(row, 6) != 0,
				     .exposed = hd_row_int(row, 7) && hd_row_int(row, 7) != OUTDATED,
				     .failing = hd_row_int(row, 7) == BY_FAILURE,
				     .outdated = hd_row_int(row, 7) == OUTDATED};
	if (idiom < 1 || idiom > HD_IDIOMS || attempts < 0)
		return false;
	r->id = hd_row_int(row, 9);
	r->idiom = (uint8_t)idiom;
	r->attempts = sites_count(attempts);
	for (int i = 0; i < HD_IDIOM_OPS; i++)
		r->sites[i] = hd_row_int(row, 2 + i);
	return parse_kinds(hd_row_text(row, 1), r);
}

bool hd_store_next_iroot(struct hd_store *s, struct hd_store_iroot *r)
{
	const struct hd_row *row;

	do /* what is not understood is of another version, or damage: as if it was not there */
		row = hd_db_next(s, HD_SQL_IROOTS, "i", s->program);
	while (row && !read_iroot(row, r));
	return row;
}

bool hd_store_next_attempts(struct hd_store *s, int64_t input, struct hd_store_attempts *a)
{
	const struct hd_row *row = NULL;

	if (s->version >= FIRST_VERSION)
		row = hd_db_next(s, HD_SQL_ATTEMPTS, "i", input);
	if (row)
		*a = (struct hd_store_attempts){.iroot = hd_row_int(row, 0),
						.n = sites_count(hd_row_int(row, 1))};
	return row;
}

bool hd_store_next_covered(struct hd_store *s, int64_t input, int64_t *iroot)
{
	const struct hd_row *row = NULL;

	if (s->version >= COVERED_VERSION)
		row = hd_db_next(s, HD_SQL_COVERED, "i", input);
	if (row)
		*iroot = hd_row_int(row, 0);
	return row;
}

bool hd_store_next_shown(struct hd_store *s, int64_t *iroot, int64_t *build)
{
	const struct hd_row *row = NULL;

	if (s->version >= FIRST_VERSION)
		row = hd_db_next(s, HD_SQL_SHOWN, "i", s->program);
	if (row) {
		*iroot = hd_row_int(row, 0);
		*build = hd_row_int(row, 1);
	}
	return row;
}
