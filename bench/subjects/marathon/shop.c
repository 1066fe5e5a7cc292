/* SPDX-License-Identifier: Apache-2.0
 * shop.c: a supplier brings goods, customers buy; the shop counts goods and money.
 * SETS: struct shop
 * VIOLATES: shop_buy/shop_buy shop_buy/shop_supply shop_buy/shop_balance
 * FAILS: assert
 * PAPER: cycles 25, wrong 0
 *
 * The bug: goods leave in one critical section and the money comes in another one; in between it is found
 * missing. */
#include "../monitor.h"

enum { PRICE = 3, START = 4 };

struct shop {
	pthread_mutex_t lock;
	int goods, money;
};

static struct shop *shop;
static int customers;

void shop_buy(struct shop *s)
{
	int bought = 0;

	ought_lock(&s->lock);
	pthread_mutex_lock(&s->lock);
	if (s->goods > 0) {
		s->goods--;
		bought = 1;
	}
	pthread_mutex_unlock(&s->lock);
	if (bought) {
		pthread_mutex_lock(&s->lock);
		s->money += PRICE;
		pthread_mutex_unlock(&s->lock);
	}
	ought_unlock(&s->lock);
}

void shop_supply(struct shop *s)
{
	pthread_mutex_lock(&s->lock);
	s->goods++;
	s->money -= PRICE;
	pthread_mutex_unlock(&s->lock);
}

void shop_balance(struct shop *s)
{
	pthread_mutex_lock(&s->lock);
	OUGHT(s->goods * PRICE + s->money == START * PRICE);
	pthread_mutex_unlock(&s->lock);
}

static void *buys(void *unused)
{
	for (int i = 0; i < customers; i++)
		shop_buy(shop);
	return unused;
}

static void *supplies(void *unused)
{
	shop_supply(shop);
	return unused;
}

static void *counts(void *unused)
{
	shop_balance(shop);
	return unused;
}

int main(int argc, char **argv)
{
	customers = subject_input(argc, argv, 1);
	shop = calloc(1, sizeof *shop);
	monitor_init(&shop->lock);
	shop->goods = START;
	RUN(NULL, buys, buys, supplies, counts);
	free(shop);
	return 0;
}
