/* SPDX-License-Identifier: Apache-2.0
 * dcl.c: a thing is made when it is first needed, checked twice.
 * SETS: struct holder
 * VIOLATES: holder_get/holder_get
 * FAILS: assert
 * PAPER: cycles 3, wrong 0
 *
 * The bug: what was made outside is put in place without looking again: two threads make one each, and the
 * first is lost, with what was counted in it. */
#include "../monitor.h"

struct holder {
	pthread_mutex_t lock;
	int *thing;
	int made;
};

static struct holder *holder;
static int rounds;

int *holder_current(struct holder *h)
{
	int *thing;

	pthread_mutex_lock(&h->lock);
	thing = h->thing;
	pthread_mutex_unlock(&h->lock);
	return thing;
}

int *holder_get(struct holder *h)
{
	int *thing;

	ought_lock(&h->lock);
	thing = holder_current(h);
	if (!thing) {
		thing = calloc(1, sizeof *thing);
		pthread_mutex_lock(&h->lock);
		h->thing = thing;
		h->made++;
		pthread_mutex_unlock(&h->lock);
	}
	ought_unlock(&h->lock);
	return thing;
}

static void *needs(void *unused)
{
	for (int i = 0; i < rounds; i++)
		holder_get(holder);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 2);
	holder = calloc(1, sizeof *holder);
	monitor_init(&holder->lock);
	RUN(NULL, needs, needs);
	assert(holder->made == 1);
	free(holder->thing);
	free(holder);
	return 0;
}
