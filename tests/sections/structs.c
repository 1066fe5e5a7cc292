/* SPDX-License-Identifier: Apache-2.0
 *
 * Two structures on the heap, of which there is one each, belong together: what is taken from the stock is in
 * the ledger. One lock guards both. */
#include "split.h"

#include <stdlib.h>

struct stock {
	int items, kinds;
};
struct ledger {
	int sold, days;
};

struct shop { /* where threads have them from: on main's stack */
	pthread_mutex_t *lock;
	struct stock *stock;
	struct ledger *ledger;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *sell(void *arg)
{
	const struct shop *shop = arg;

	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(shop->lock);
		shop->stock->items--;
		shop->ledger->sold++;
		pthread_mutex_unlock(shop->lock);
	}
	return NULL;
}

static void *audit(void *arg)
{
	const struct shop *shop = arg;

	pthread_mutex_lock(shop->lock);
	int n = shop->stock->items;
	SPLIT_HERE(shop->lock);
	n += shop->ledger->sold;
	pthread_mutex_unlock(shop->lock);
	use(n);
	return NULL;
}

int main(void)
{
	struct shop shop = {&lock, calloc(1, sizeof *shop.stock), calloc(1, sizeof *shop.ledger)};

	shop.stock->items = 10;
	two_threads(sell, &shop, audit, &shop);
	free(shop.stock);
	free(shop.ledger);
	return 0;
}
