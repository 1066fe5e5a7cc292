/* SPDX-License-Identifier: Apache-2.0
 * airline_tickets.c: agents sell the seats of one flight.
 * SETS: struct flight
 * VIOLATES: flight_sell/flight_sell flight_sell/flight_stop
 * FAILS: assert
 * PAPER: cycles 2, wrong 0
 *
 * The bug: that sales go on is asked in one critical section, and a seat is sold in another one. */
#include "../monitor.h"
#include <stdbool.h>

enum { SEATS = 2 };

struct flight {
	pthread_mutex_t lock;
	int sold;
	bool stopped;
};

static struct flight *flight;
static int tries;

bool flight_open(struct flight *f)
{
	bool open;

	pthread_mutex_lock(&f->lock);
	open = !f->stopped && f->sold < SEATS;
	pthread_mutex_unlock(&f->lock);
	return open;
}

void flight_sell(struct flight *f)
{
	ought_lock(&f->lock);
	if (flight_open(f)) {
		pthread_mutex_lock(&f->lock);
		f->sold++;
		pthread_mutex_unlock(&f->lock);
	}
	ought_unlock(&f->lock);
}

int flight_stop(struct flight *f)
{
	int sold;

	pthread_mutex_lock(&f->lock);
	f->stopped = true;
	sold = f->sold;
	pthread_mutex_unlock(&f->lock);
	return sold;
}

static void *agent(void *unused)
{
	for (int i = 0; i < tries; i++)
		flight_sell(flight);
	return unused;
}

static void *captain(void *unused)
{
	flight_stop(flight);
	return unused;
}

int main(int argc, char **argv)
{
	tries = subject_input(argc, argv, 2);
	flight = calloc(1, sizeof *flight);
	monitor_init(&flight->lock);
	RUN(NULL, agent, agent, agent, captain);
	assert(flight->sold <= SEATS);
	free(flight);
	return 0;
}
