/* SPDX-License-Identifier: Apache-2.0
 * ticket.c: a ticket lock. BROKEN: tickets are drawn with a read and a write. */
#include "classic.h"

#define THREADS 3

static atomic_int next_ticket, serving;

static int draw_ticket(void)
{
	int ticket;

	if (!FAULTY)
		return atomic_fetch_add(&next_ticket, 1);
	ticket = atomic_load(&next_ticket);
	atomic_store(&next_ticket, ticket + 1);
	return ticket;
}

static void *worker(void *arg)
{
	int mine = draw_ticket();

	(void)arg;
	while (atomic_load(&serving) != mine)
		;
	critical_section();
	atomic_store(&serving, mine + 1);
	return NULL;
}

int main(void)
{
	run_threads(THREADS, worker);
	assert(shared_counter == THREADS);
	return 0;
}
