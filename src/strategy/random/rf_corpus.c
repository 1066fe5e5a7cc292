/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/random/rf_corpus.h"

#define FROM_NOTHING_ONE_IN 4 /* runs whose schedule does not come from an earlier one */
#define NEVER_ONE_IN	    4
#define SKIP_ONE_IN	    4

static const struct hd_reads_from_site *draw_site(const struct hd_reads_from_site *sites, uint32_t n,
						  struct hd_rng *rng)
{
	return &sites[hd_rng_below(rng, n < HD_READS_FROM_SITES ? n : HD_READS_FROM_SITES)];
}

static uint32_t draw_skip(uint32_t times, struct hd_rng *rng)
{
	return times > 1 && hd_rng_below(rng, SKIP_ONE_IN) == 0 ? hd_rng_below(rng, times) : 0;
}

/* False: nothing is shared yet. What was there before the run is as likely as each of the writes. */
static bool draw_constraint(const struct hd_reads_from *f, struct hd_rng *rng, struct hd_rf_constraint *out)
{
	const struct hd_reads_from_place *p;
	const struct hd_reads_from_site *read, *write;

	if (!f->nshared || f->nshared > HD_READS_FROM_PLACES)
		return false;
	p = &f->places[f->shared[hd_rng_below(rng, f->nshared)] & (HD_READS_FROM_PLACES - 1)];
	if (!p->nreads || !p->nwrites)
		return false;
	read = draw_site(p->reads, p->nreads, rng);
	write = draw_site(p->writes, p->nwrites, rng);
	*out = (struct hd_rf_constraint){.addr = p->addr,
					 .read = read->site,
					 .never = hd_rng_below(rng, NEVER_ONE_IN) == 0,
					 .skip_reads = draw_skip(read->times, rng)};
	if (hd_rng_below(rng, p->nwrites + 1u)) {
		out->write = write->site;
		out->skip_writes = draw_skip(write->times, rng);
	}
	return true;
}

static uint32_t drawn_index(const struct hd_rf_schedule *s, struct hd_rng *rng)
{
	return hd_rng_below(rng, s->n < HD_RF_CONSTRAINTS ? s->n : HD_RF_CONSTRAINTS);
}

static void add(struct hd_rf_schedule *s, const struct hd_reads_from *f, struct hd_rng *rng)
{
	if (s->n < HD_RF_CONSTRAINTS && draw_constraint(f, rng, &s->of[s->n]))
		s->n++;
}

static void replace(struct hd_rf_schedule *s, const struct hd_reads_from *f, struct hd_rng *rng)
{
	if (s->n)
		draw_constraint(f, rng, &s->of[drawn_index(s, rng)]);
}

static void drop(struct hd_rf_schedule *s, struct hd_rng *rng)
{
	if (!s->n || s->n > HD_RF_CONSTRAINTS)
		return;
	s->of[drawn_index(s, rng)] = s->of[s->n - 1];
	s->n--;
}

static void vary(struct hd_rf_schedule *s, const struct hd_reads_from *f, struct hd_rng *rng)
{
	switch (hd_rng_below(rng, 8)) {
	case 0:
		break; /* as it is: what it leaves open goes another way */
	case 1:
		drop(s, rng);
		break;
	case 2:
	case 3:
		replace(s, f, rng);
		break;
	default:
		add(s, f, rng);
	}
}

static uint16_t *seen_of(struct hd_rf_corpus *c, uint64_t signature)
{
	return &c->seen[hd_mix64(signature) & (HD_RF_SIGNATURES - 1)];
}

static uint16_t times_seen(const struct hd_rf_corpus *c, uint64_t signature)
{
	return c->seen[hd_mix64(signature) & (HD_RF_SIGNATURES - 1)];
}

/* Of two, that whose set of pairs was seen less often: rare ones get more runs. */
static const struct hd_rf_schedule *draw_kept(const struct hd_rf_corpus *c, struct hd_rng *rng)
{
	uint32_t n = c->n < HD_RF_SCHEDULES ? c->n : HD_RF_SCHEDULES;
	const struct hd_rf_schedule *a = &c->kept[hd_rng_below(rng, n)], *b = &c->kept[hd_rng_below(rng, n)];

	return times_seen(c, a->signature) <= times_seen(c, b->signature) ? a : b;
}

void hd_rf_corpus_draw(const struct hd_rf_corpus *c, const struct hd_reads_from *f, struct hd_rng *rng,
		       struct hd_rf_schedule *out)
{
	out->n = 0;
	if (!c->n || hd_rng_below(rng, FROM_NOTHING_ONE_IN) == 0) {
		add(out, f, rng);
		if (hd_rng_below(rng, 2))
			add(out, f, rng);
		return;
	}
	*out = *draw_kept(c, rng);
	if (out->n > HD_RF_CONSTRAINTS)
		out->n = 0;
	vary(out, f, rng);
}

void hd_rf_corpus_learn(struct hd_rf_corpus *c, const struct hd_reads_from *f,
			const struct hd_rf_schedule *done, struct hd_rng *rng)
{
	uint16_t *seen = seen_of(c, f->signature);
	uint32_t at;

	*seen += *seen < UINT16_MAX;
	if (!done->n || (!f->fresh && *seen > 1))
		return;
	at = c->n < HD_RF_SCHEDULES ? c->n++ : hd_rng_below(rng, HD_RF_SCHEDULES);
	c->kept[at] = *done;
	c->kept[at].signature = f->signature;
}
