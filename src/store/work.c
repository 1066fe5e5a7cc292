/* SPDX-License-Identifier: Apache-2.0
 *
 * The number of attempts is what tells leases of one unit apart: each lease counts it up, and whoever comes
 * with an earlier number has lost his. */
#include "store/work.h"

#include <stdlib.h>
#include <string.h>

#include "base/fail.h"
#include "store/db.h"

#define FIRST_VERSION	 4    /* of the tables that has campaigns                        */
#define GIVEN_BACK_PAUSE 5000 /* milliseconds before anybody may lease what was given back */

/* A store that cannot be written to has not been brought up to date. */
static bool has_work(const struct hd_store *s)
{
	return s->version >= FIRST_VERSION;
}

int64_t hd_work_new_campaign(struct hd_store *s, const struct hd_work_campaign *c)
{
	return hd_db_run(s, HD_SQL_NEW_CAMPAIGN, "tttti", c->name, c->text, c->heddle, HD_WORK_OPEN,
			 c->started);
}

bool hd_work_next_campaign(struct hd_store *s, struct hd_work_campaign *c)
{
	const struct hd_row *row = has_work(s) ? hd_db_next(s, HD_SQL_CAMPAIGNS, "") : NULL;

	if (row)
		*c = (struct hd_work_campaign){.id = hd_row_int(row, 0),
					       .name = hd_row_text(row, 1),
					       .text = hd_row_text(row, 2),
					       .heddle = hd_row_text(row, 3),
					       .state = hd_row_text(row, 4),
					       .started = hd_row_int(row, 5),
					       .ended = hd_row_int(row, 6)};
	return row;
}

static struct hd_work_campaign copy_campaign(const struct hd_work_campaign *c)
{
	struct hd_work_campaign copy = *c;

	copy.name = hd_strdup(c->name);
	copy.text = hd_strdup(c->text);
	copy.heddle = hd_strdup(c->heddle);
	copy.state = hd_strdup(c->state);
	return copy;
}

static bool is_wanted(const struct hd_work_campaign *c, const char *name)
{
	return name ? !strcmp(c->name, name) : !strcmp(c->state, HD_WORK_OPEN);
}

bool hd_work_find_campaign(struct hd_store *s, const char *name, struct hd_work_campaign *c)
{
	struct hd_work_campaign each;
	bool found = false;

	while (hd_work_next_campaign(s, &each))
		if (!found && is_wanted(&each, name)) {
			*c = copy_campaign(&each);
			found = true;
		}
	return found;
}

void hd_work_campaign_free(struct hd_work_campaign *c)
{
	free((char *)c->name);
	free((char *)c->text);
	free((char *)c->heddle);
	free((char *)c->state);
	*c = (struct hd_work_campaign){0};
}

void hd_work_end_campaign(struct hd_store *s, int64_t campaign, const char *state)
{
	hd_db_run(s, HD_SQL_END_CAMPAIGN, "it", campaign, state);
	hd_db_run(s, HD_SQL_END_UNITS, "iii", campaign, (int64_t)HD_WORK_GIVEN_UP, (int64_t)HD_WORK_READY);
}

int64_t hd_work_put_unit(struct hd_store *s, const struct hd_work_unit *u)
{
	return hd_db_run(s, HD_SQL_PUT_UNIT, "itttttibbttidiii", u->campaign, u->key, u->program, u->path,
			 u->build_id, u->hash, u->file, u->args.bytes, u->args.size, u->options.bytes,
			 u->options.size, u->folder, u->input, u->input_file, u->seconds, u->runs,
			 u->priority, (int64_t)HD_WORK_READY);
}

static struct hd_work_words words_at(const struct hd_row *row, int column)
{
	struct hd_work_words words;

	words.bytes = hd_row_bytes(row, column, &words.size);
	return words;
}

static enum hd_work_state state_of(int64_t number)
{
	return number >= HD_WORK_READY && number <= HD_WORK_GIVEN_UP ? (enum hd_work_state)number
								     : HD_WORK_GIVEN_UP;
}

static void read_result(const struct hd_row *row, struct hd_work_result *r)
{
	*r = (struct hd_work_result){.status = hd_row_int(row, 21),
				     .verdict = hd_row_text(row, 22),
				     .message = hd_row_text(row, 23),
				     .report = hd_row_text(row, 24),
				     .runs = hd_row_int(row, 25),
				     .seconds = hd_row_real(row, 26)};
}

static void read_unit(const struct hd_row *row, struct hd_work_unit *u)
{
	*u = (struct hd_work_unit){.id = hd_row_int(row, 0),
				   .campaign = hd_row_int(row, 1),
				   .key = hd_row_text(row, 2),
				   .program = hd_row_text(row, 3),
				   .path = hd_row_text(row, 4),
				   .build_id = hd_row_text(row, 5),
				   .hash = hd_row_text(row, 6),
				   .file = hd_row_int(row, 7),
				   .args = words_at(row, 8),
				   .options = words_at(row, 9),
				   .folder = hd_row_text(row, 10),
				   .input = hd_row_text(row, 11),
				   .input_file = hd_row_int(row, 12),
				   .seconds = hd_row_real(row, 13),
				   .runs = hd_row_int(row, 14),
				   .priority = hd_row_int(row, 15),
				   .state = state_of(hd_row_int(row, 16)),
				   .attempts = hd_row_int(row, 17),
				   .lost = hd_row_int(row, 18),
				   .owner = hd_row_text(row, 19),
				   .until = hd_row_int(row, 20)};
	read_result(row, &u->result);
}

bool hd_work_next_unit(struct hd_store *s, int64_t campaign, struct hd_work_unit *u)
{
	const struct hd_row *row = has_work(s) ? hd_db_next(s, HD_SQL_UNITS, "i", campaign) : NULL;

	if (row)
		read_unit(row, u);
	return row;
}

bool hd_work_read_unit(struct hd_store *s, int64_t id, struct hd_work_unit *u)
{
	const struct hd_row *row = hd_db_next(s, HD_SQL_UNIT, "i", id);

	if (row)
		read_unit(row, u);
	return row;
}

bool hd_work_next_progress(struct hd_store *s, int64_t campaign, struct hd_work_progress *p)
{
	const struct hd_row *row = has_work(s) ? hd_db_next(s, HD_SQL_UNIT_STATES, "i", campaign) : NULL;

	if (row)
		*p = (struct hd_work_progress){.id = hd_row_int(row, 0),
					       .key = hd_row_text(row, 1),
					       .state = state_of(hd_row_int(row, 2))};
	return row;
}

static void count_unit(struct hd_work_counts *out, enum hd_work_state state, uint64_t n)
{
	out->units += n;
	*(state == HD_WORK_READY    ? &out->ready
	  : state == HD_WORK_LEASED ? &out->leased
	  : state == HD_WORK_DONE   ? &out->done
				    : &out->given_up) += n;
}

void hd_work_count(struct hd_store *s, int64_t campaign, struct hd_work_counts *out)
{
	const struct hd_row *row;

	*out = (struct hd_work_counts){0};
	if (!has_work(s))
		return;
	while ((row = hd_db_next(s, HD_SQL_COUNT_UNITS, "i", campaign)))
		count_unit(out, state_of(hd_row_int(row, 0)), (uint64_t)hd_row_int(row, 1));
	out->workers = (uint64_t)hd_db_run(s, HD_SQL_COUNT_WORKERS, "ii", campaign, (int64_t)HD_WORK_LEASED);
}

static struct hd_work_words copy_words(struct hd_work_words words)
{
	char *copy = hd_new(words.size + 1, 1);

	if (words.size)
		memcpy(copy, words.bytes, words.size);
	return (struct hd_work_words){copy, words.size};
}

static void copy_unit(struct hd_work_unit *to, const struct hd_work_unit *from)
{
	*to = *from;
	to->key = hd_strdup(from->key);
	to->program = hd_strdup(from->program);
	to->path = hd_strdup(from->path);
	to->build_id = hd_strdup(from->build_id);
	to->hash = hd_strdup(from->hash);
	to->args = copy_words(from->args);
	to->options = copy_words(from->options);
	to->folder = hd_strdup(from->folder);
	to->input = hd_strdup(from->input);
	to->owner = hd_strdup(from->owner);
	to->result = (struct hd_work_result){0};
}

void hd_work_lease_free(struct hd_work_lease *l)
{
	struct hd_work_unit *u = &l->unit;
	const char *const texts[] = {u->key,	    u->program,	      u->path,	 u->build_id, u->hash,
				     u->args.bytes, u->options.bytes, u->folder, u->input,    u->owner};

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		free((char *)texts[i]);
	*l = (struct hd_work_lease){0};
}

static int64_t milliseconds(double seconds)
{
	return (int64_t)(seconds * 1000);
}

bool hd_work_lease(struct hd_store *s, int64_t campaign, const char *owner, double seconds,
		   struct hd_work_lease *l)
{
	struct hd_work_unit u;
	bool got = false;
	const struct hd_row *row;

	/* Who was lost with a unit counts before it is leased again. */
	hd_db_run(s, HD_SQL_TAKE_BACK, "iiiii", campaign, (int64_t)HD_WORK_LEASED,
		  (int64_t)HD_WORK_LOST_MAX - 1, (int64_t)HD_WORK_GIVEN_UP, (int64_t)HD_WORK_READY);
	while ((row = hd_db_next(s, HD_SQL_LEASE, "itiii", campaign, owner, milliseconds(seconds),
				 (int64_t)HD_WORK_READY, (int64_t)HD_WORK_LEASED))) {
		read_unit(row, &u);
		copy_unit(&l->unit, &u);
		l->attempt = u.attempts;
		got = true;
	}
	return got;
}

bool hd_work_renew(struct hd_store *s, const struct hd_work_lease *l, double seconds)
{
	return hd_db_run(s, HD_SQL_RENEW, "iiiiti", l->unit.id, l->attempt, milliseconds(seconds),
			 (int64_t)HD_WORK_LEASED, l->unit.owner, (int64_t)HD_WORK_READY);
}

bool hd_work_finish(struct hd_store *s, const struct hd_work_lease *l, const struct hd_work_result *r)
{
	return hd_db_run(s, HD_SQL_FINISH, "iiiiitttidti", l->unit.id, l->attempt, (int64_t)HD_WORK_LEASED,
			 (int64_t)HD_WORK_DONE, r->status, r->verdict, r->message, r->report, r->runs,
			 r->seconds, l->unit.owner, (int64_t)HD_WORK_READY);
}

bool hd_work_give_back(struct hd_store *s, const struct hd_work_lease *l, const char *why)
{
	return hd_db_run(s, HD_SQL_GIVE_BACK, "iiiiti", l->unit.id, l->attempt, (int64_t)HD_WORK_LEASED,
			 (int64_t)HD_WORK_READY, why, (int64_t)GIVEN_BACK_PAUSE);
}
