/* SPDX-License-Identifier: Apache-2.0 */
#include "strategy/division.h"

#include "strategy/strategy.h"

_Static_assert((int)HD_STRATEGY_COUNT <= (int)HD_DIVISION_MOST, "each strategy has a part");

#define RUN_COST      32	   /* of beginning and ending a run, in steps */
#define WATCHING_COST 4		   /* times what a run costs that analyses do not look at */
#define PASS_UNIT     4096	   /* so that division by a weight loses little */
#define WEIGHT_UNIT   16	   /* of a share of 1 with an average yield */
#define YIELD_MOST    2		   /* times its share, or a half of it */
#define LOOK_EVERY    64	   /* runs at which weights are set anew */
#define FORGET_COST   (1ULL << 20) /* of watched runs: then what was is halved, because yields change */
#define PRIOR	      8		   /* news that are taken to have been as expected, so that few tell little */
#define QUIET_RUNS    4096	   /* tell whether news still come … */
#define QUIET_NEWS    4		   /* … or hardly any: so many */

struct share {
	uint32_t strategy, share, later, most;
};

static const struct share shares[] = {
#define HD_AUTO(id, share, later, most) {HD_STRATEGY_##id, share, later, most},
#include "strategy/auto.def"
#undef HD_AUTO
};
#define SHARES (sizeof shares / sizeof *shares)

static uint64_t cost_of(const struct hd_division_run *run)
{
	return (run->steps + RUN_COST) * (run->watched ? WATCHING_COST : 1);
}

static struct hd_division_part *part_of(struct hd_division *d, unsigned share)
{
	return &d->parts[shares[share].strategy];
}

/* Time goes by `cost` for a part. */
static void use(struct hd_division_part *p, uint64_t cost)
{
	p->pass += cost * PASS_UNIT / (p->weight ? p->weight : 1);
}

/* Shares are equal in cost from the start: a part with a small one has its first run later. */
static void open_shares(struct hd_division *d, uint64_t cost)
{
	for (unsigned i = 0; i < SHARES; i++) {
		struct hd_division_part *p = part_of(d, i);

		p->weight = shares[i].share * WEIGHT_UNIT;
		p->pass = 0;
		use(p, cost);
	}
}

static uint32_t clamp(uint64_t x, uint32_t least, uint32_t most)
{
	return x < least ? least : x > most ? most : (uint32_t)x;
}

static uint32_t share_of(const struct hd_division *d, unsigned i)
{
	return d->quiet ? shares[i].later : shares[i].share;
}

/* Each part is compared with what it would have brought if news came at the same rate for all. */
static void weigh(struct hd_division *d)
{
	uint64_t watched = 0, news = 0;

	for (unsigned i = 0; i < SHARES; i++) {
		watched += part_of(d, i)->watched;
		news += part_of(d, i)->news;
	}
	for (unsigned i = 0; i < SHARES; i++) {
		struct hd_division_part *p = part_of(d, i);
		uint64_t expected = p->watched / 64 * news / (watched / 64 + 1);

		p->weight = share_of(d, i) * clamp(WEIGHT_UNIT * (p->news + PRIOR) / (expected + PRIOR),
						   WEIGHT_UNIT / YIELD_MOST, WEIGHT_UNIT * YIELD_MOST);
		if (watched > FORGET_COST) {
			p->watched /= 2;
			p->news /= 2;
		}
	}
}

static bool is_spent(const struct hd_division_part *p, const struct share *share)
{
	return share->most && p->runs >= share->most;
}

uint32_t hd_division_next(struct hd_division *d)
{
	unsigned best = 0;

	d->planned++;
	if (d->planned == 1)
		return shares[0].strategy;
	if (d->planned % LOOK_EVERY == 0)
		weigh(d);
	for (unsigned i = 1; i < SHARES; i++)
		if (part_of(d, i)->pass < part_of(d, best)->pass && !is_spent(part_of(d, i), &shares[i]))
			best = i;
	return shares[best].strategy;
}

static void listen(struct hd_division *d, uint64_t news)
{
	d->late_news += news;
	if (++d->late_runs < QUIET_RUNS)
		return;
	d->quiet = d->late_news <= QUIET_NEWS;
	d->late_runs = d->late_news = 0;
}

void hd_division_ran(struct hd_division *d, const struct hd_division_run *run)
{
	struct hd_division_part *p = &d->parts[run->strategy % HD_DIVISION_MOST];
	uint64_t cost = cost_of(run);

	if (run->aimed) {
		p->aimed++;
		return;
	}
	p->runs++;
	listen(d, run->news);
	if (!part_of(d, 0)->weight)
		open_shares(d, cost);
	use(p, cost);
	if (run->watched) {
		p->watched += cost;
		p->news += run->news;
	}
}
