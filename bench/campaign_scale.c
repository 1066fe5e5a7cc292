/* SPDX-License-Identifier: Apache-2.0
 *
 * How many workers a store on a server can keep busy: a simulation of the protocol of a campaign with costs
 * that were measured.
 *
 *   campaign_scale LEASE BATCH STATEMENTS TRIP UNIT PROGRAMS
 *
 * LEASE and BATCH are the milliseconds that the server works for a lease (with the end of the unit before)
 * and for a batch of what a search has learnt, STATEMENTS how many a batch has, TRIP the milliseconds of a
 * round trip in the network, UNIT the seconds of a unit, PROGRAMS how many there are.
 *
 * A worker leases a unit, searches it, puts a batch each second, and finishes. The server has CORES cores,
 * each of which does one request at a time; batches about one program come one after the other, because they
 * lock its row, also while their statements travel. */
#include <stdio.h>
#include <stdlib.h>

#define CORES	    4
#define WORKERS_MAX 1024
#define SECONDS	    600.0
#define EVERY	    1.0 /* seconds between batches           */
#define LEASE_TRIPS 6	/* statements of a lease and of an end */

struct costs {
	double lease, batch, trip, unit; /* seconds */
	int statements;			 /* of a batch */
	int programs;
};

struct worker {
	double next; /* when it wants something                   */
	double step; /* seconds of search since the last batch    */
	double left; /* of its unit, in seconds                   */
};

struct server {
	double core[CORES]; /* free from then on */
	double program[WORKERS_MAX];
	double busy; /* seconds of all cores */
};

static double rng_state = 1;

/* A number from 0 to 1, always the same ones. */
static double chance(void)
{
	unsigned long x = (unsigned long)rng_state * 48271 % 2147483647;

	rng_state = (double)x;
	return (double)x / 2147483647;
}

/* A request that arrives then is over when? */
static double serve(struct server *s, double arrives, double takes)
{
	int first = 0;

	for (int i = 1; i < CORES; i++)
		if (s->core[i] < s->core[first])
			first = i;
	if (s->core[first] < arrives)
		s->core[first] = arrives;
	s->core[first] += takes;
	s->busy += takes;
	return s->core[first];
}

/* A batch waits for the row of its program, and keeps it while its statements travel. */
static double put_batch(struct server *s, const struct costs *c, int program, double arrives)
{
	double begins = s->program[program] > arrives ? s->program[program] : arrives;
	double ends = serve(s, begins, c->batch) + c->trip * c->statements;

	s->program[program] = ends;
	return ends;
}

struct outcome {
	double done; /* units            */
	double load; /* of the server, 1: all the time */
	double wait; /* seconds that a batch takes, on average */
};

/* The search goes on while a batch is under way; the next batch, and the end of the unit, wait for it. */
static void go_on(struct worker *x, double now, double over)
{
	double due = now + (x->left < EVERY ? x->left : EVERY);

	if (x->left <= 0) {
		x->next = over;
		return;
	}
	x->next = over > due ? over : due;
	x->step = x->left < x->next - now ? x->left : x->next - now;
}

static struct outcome simulate(const struct costs *c, int workers)
{
	static struct worker w[WORKERS_MAX];
	struct outcome out = {0};
	struct server s = {0};
	double batches = 0, now = 0;

	rng_state = 1;
	for (int i = 0; i < workers; i++)
		w[i] = (struct worker){.next = chance() * EVERY};
	while (now < SECONDS) {
		struct worker *x = &w[0];

		for (int i = 1; i < workers; i++)
			if (w[i].next < x->next)
				x = &w[i];
		now = x->next;
		if (x->left <= 0) { /* the end of one unit, and the beginning of the next */
			double over = serve(&s, now, c->lease) + c->trip * LEASE_TRIPS;

			x->left = c->unit * (0.5 + chance());
			go_on(x, over, over);
		} else {
			double over = put_batch(&s, c, (int)(x - w) % c->programs, now);

			x->left -= x->step;
			out.done += x->step / c->unit;
			out.wait += over - now;
			batches++;
			go_on(x, now, over);
		}
	}
	out.load = s.busy / (CORES * SECONDS);
	out.wait /= batches;
	return out;
}

int main(int argc, char **argv)
{
	struct costs c;
	struct outcome one;

	if (argc != 7) {
		fprintf(stderr, "usage: campaign_scale LEASE BATCH STATEMENTS TRIP UNIT PROGRAMS\n");
		return 2;
	}
	c = (struct costs){.lease = strtod(argv[1], NULL) / 1000,
			   .batch = strtod(argv[2], NULL) / 1000,
			   .statements = (int)strtol(argv[3], NULL, 10),
			   .trip = strtod(argv[4], NULL) / 1000,
			   .unit = strtod(argv[5], NULL),
			   .programs = (int)strtol(argv[6], NULL, 10)};
	if (c.programs < 1 || c.programs > WORKERS_MAX || c.unit <= 0)
		return 2;
	one = simulate(&c, 1);
	printf("%8s %9s %11s %12s %14s\n", "workers", "speed-up", "efficiency", "server busy",
	       "a batch takes");
	for (int n = 1; n <= WORKERS_MAX; n *= 2) {
		struct outcome o = simulate(&c, n);

		printf("%8d %9.1f %10.0f%% %11.0f%% %12.3f s\n", n, o.done / one.done,
		       100 * o.done / one.done / n, 100 * o.load, o.wait);
	}
	return 0;
}
