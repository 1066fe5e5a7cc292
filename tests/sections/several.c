/* SPDX-License-Identifier: Apache-2.0
 *
 * A unit of work on two objects, each with a lock of its own: what leaves the stock comes into the ledger,
 * and whoever adds them up must not see one before and the other after it. Each of them is consistent all the
 * time. */
#include "split.h"

#include "heddle.h"

struct stock {
	pthread_mutex_t lock;
	int items, kinds;
};
struct ledger {
	pthread_mutex_t lock;
	int sold, days;
};

static struct stock stock = {.lock = PTHREAD_MUTEX_INITIALIZER, .items = 10};
static struct ledger ledger = {.lock = PTHREAD_MUTEX_INITIALIZER};

#ifdef DECLARED
HEDDLE_UNIT_FOR(shop_sell, (stock, ledger));
HEDDLE_UNIT_FOR(shop_sum, (stock, ledger));
#endif

/* With -DAPART there is a time when the goods are nowhere: that it is wrong to look then must be said. */
void shop_sell(struct stock *s, struct ledger *l)
{
	pthread_mutex_lock(&s->lock);
	s->items--;
#ifdef APART
	pthread_mutex_unlock(&s->lock);
#endif
	pthread_mutex_lock(&l->lock);
	l->sold++;
	pthread_mutex_unlock(&l->lock);
#ifndef APART
	pthread_mutex_unlock(&s->lock);
#endif
}

int shop_sum(struct stock *s, struct ledger *l)
{
	int n;

	pthread_mutex_lock(&s->lock);
	n = s->items;
#ifdef SPLIT
	pthread_mutex_unlock(&s->lock);
#endif
	pthread_mutex_lock(&l->lock);
	n += l->sold;
	pthread_mutex_unlock(&l->lock);
#ifndef SPLIT
	pthread_mutex_unlock(&s->lock);
#endif
	return n;
}

#ifdef ALONE /* then they have a life of their own, and nothing is wrong */
void ledger_note(struct ledger *l)
{
	pthread_mutex_lock(&l->lock);
	l->sold++;
	pthread_mutex_unlock(&l->lock);
}
#endif

static void *sell(void *unused)
{
	for (int i = 0; i < 2; i++)
		shop_sell(&stock, &ledger);
#ifdef ALONE
	ledger_note(&ledger);
#endif
	return unused;
}

static void *audit(void *unused)
{
	use(shop_sum(&stock, &ledger));
	return unused;
}

int main(void)
{
	return two_threads(sell, NULL, audit, NULL);
}
