/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/campaign/auto_line.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/number.h"
#include "base/text.h"
#include "report/render/style.h"
#include "strategy/strategy.h"

struct use {
	uint64_t by_share[HD_STRATEGY_COUNT]; /* runs of each strategy that were driven to nothing */
	uint64_t aimed, all;
};

static void add_runs(struct use *u, unsigned strategy, uint64_t runs, uint64_t aimed)
{
	u->by_share[strategy] += runs;
	u->aimed += aimed;
	u->all += runs + aimed;
}

/* The last run of a worker is counted when it plans the next one, which it did not do. */
static void add_worker(struct use *u, const struct hd_division *d)
{
	for (unsigned i = 0; i < HD_STRATEGY_COUNT && i < HD_DIVISION_MOST; i++)
		add_runs(u, i, d->parts[i].runs, d->parts[i].aimed);
	if (d->number && d->strategy < HD_STRATEGY_COUNT)
		add_runs(u, d->strategy, !d->aimed, d->aimed != 0);
}

static unsigned percent(uint64_t part, uint64_t all)
{
	return (unsigned)((double)part * 100 / (double)all + 0.5);
}

static const struct {
	const char *one, *more;
	uint32_t kinds;
} words[] = {
    {"race", "races", HD_AIM_BIT(HD_AIM_RACE)},
    {"lock order", "lock orders", HD_AIM_BIT(HD_AIM_DEADLOCK)},
    {"atomic block", "atomic blocks", HD_AIM_BIT(HD_AIM_ATOMIC_BLOCK)},
    {"atomic-set violation", "atomic-set violations",
     HD_AIM_BIT(HD_AIM_NESTED) | HD_AIM_BIT(HD_AIM_CROSSING)},
    {"iRoot", "iRoots", HD_AIM_BIT(HD_AIM_IROOT)},
};

static unsigned tried_of(const struct hd_wire *wire, uint32_t kinds)
{
	unsigned n = 0;

	for (uint32_t i = 0, all = hd_wire_aims(wire); i < all; i++)
		n += wire->aims[i].attempts && wire->aims[i].aim.kind < HD_AIM_KINDS &&
		     kinds & HD_AIM_BIT(wire->aims[i].aim.kind);
	return n;
}

static void put_aims(const struct hd_wire *wire, const struct use *u, FILE *f)
{
	const char *before = " aimed at ";

	if (!u->aimed)
		return;
	fprintf(f, "%u %%", percent(u->aimed, u->all));
	for (unsigned i = 0; i < sizeof words / sizeof *words; i++) {
		unsigned n = tried_of(wire, words[i].kinds);

		if (n)
			fprintf(f, "%s%u %s", before, n, n == 1 ? words[i].one : words[i].more);
		before = n ? " and " : before;
	}
}

/* The strategy with the most runs; it is told, and has none any more. */
static unsigned take_most(struct use *u)
{
	unsigned most = 0;

	for (unsigned i = 1; i < HD_STRATEGY_COUNT; i++)
		if (u->by_share[i] > u->by_share[most])
			most = i;
	return most;
}

void hd_auto_tell(const struct hd_campaign *c, FILE *f)
{
	struct use u = {0};
	char count[HD_COUNT_TEXT];
	const char *before;
	struct hd_text text;
	char *line;

	if (c->options->search.strategy >= 0 || c->options->quiet)
		return;
	for (unsigned i = 0; i < c->workers.n; i++)
		add_worker(&u, &c->workers.wire->workers[i].division);
	if (!u.all)
		return;
	hd_text_begin(&text);
	fprintf(text.f, "heddle: auto: %s run%s: ", hd_count_text(u.all, count), u.all == 1 ? "" : "s");
	put_aims(c->workers.wire, &u, text.f);
	before = u.aimed ? ", " : "";
	for (unsigned i = take_most(&u); percent(u.by_share[i], u.all); i = take_most(&u)) {
		fprintf(text.f, "%s%u %% %s", before, percent(u.by_share[i], u.all), hd_strategies[i]->name);
		u.by_share[i] = 0;
		before = ", ";
	}
	line = hd_text_end(&text);
	hd_put_prose(f, line);
	free(line);
}
