/* SPDX-License-Identifier: Apache-2.0
 * progress_queue_locks.c: locks whose waiters spin in an order: ticket, Anderson, CLH and MCS.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 50 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#define THREADS 6
#define ROUNDS	2

volatile int tickets, places, clh_turns, mcs_turns; /* not static, or a compiler may keep them in registers */

static atomic_uint next_ticket, now_serving;

static void by_ticket(void)
{
	unsigned mine = atomic_fetch_add(&next_ticket, 1);

	while (atomic_load(&now_serving) != mine)
		;
	tickets = tickets + 1;
	atomic_store(&now_serving, mine + 1);
}

static atomic_bool may_enter[THREADS] = {true};
static atomic_uint last_place;

static void by_array(void)
{
	unsigned place = atomic_fetch_add(&last_place, 1) % THREADS;

	while (!atomic_load(&may_enter[place]))
		;
	places = places + 1;
	atomic_store(&may_enter[place], false);
	atomic_store(&may_enter[(place + 1) % THREADS], true);
}

struct clh {
	atomic_bool taken;
};

static struct clh clh_nodes[THREADS + 1];
static _Atomic(struct clh *) clh_tail = &clh_nodes[THREADS];

static struct clh *by_clh(struct clh *mine)
{
	struct clh *before;

	atomic_store(&mine->taken, true);
	before = atomic_exchange(&clh_tail, mine);
	while (atomic_load(&before->taken))
		;
	clh_turns = clh_turns + 1;
	atomic_store(&mine->taken, false);
	return before; /* nobody else looks at it any more */
}

struct mcs {
	_Atomic(struct mcs *) next;
	atomic_bool waits;
};

static _Atomic(struct mcs *) mcs_tail;

static void mcs_leave(struct mcs *mine)
{
	struct mcs *last = mine, *next;

	if (!atomic_load(&mine->next) && atomic_compare_exchange_strong(&mcs_tail, &last, NULL))
		return;
	while (!(next = atomic_load(&mine->next)))
		;
	atomic_store(&next->waits, false);
}

static void by_mcs(void)
{
	struct mcs mine = {.waits = true}, *before = atomic_exchange(&mcs_tail, &mine);

	if (before) {
		atomic_store(&before->next, &mine);
		while (atomic_load(&mine.waits))
			;
	}
	mcs_turns = mcs_turns + 1;
	mcs_leave(&mine);
}

static void *worker(void *arg)
{
	struct clh *node = arg;

	for (int i = 0; i < ROUNDS; i++) {
		by_ticket();
		by_array();
		node = by_clh(node);
		by_mcs();
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, worker, &clh_nodes[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	assert(tickets == THREADS * ROUNDS && places == tickets && clh_turns == tickets &&
	       mcs_turns == tickets);
	return 0;
}
