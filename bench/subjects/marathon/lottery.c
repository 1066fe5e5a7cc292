/* SPDX-License-Identifier: Apache-2.0
 * lottery.c: each player draws a number, which is then entered into the list of all draws.
 * SETS: struct draw
 * VIOLATES: draw_play/draw_play
 * FAILS: assert
 * PAPER: cycles 6, wrong 1
 *
 * The bug: the next number comes from one critical section, the entry is made in another one: the list is not
 * in the order of the draws. */
#include "../monitor.h"

enum { DRAWS = 32 };

struct draw {
	pthread_mutex_t lock;
	unsigned state; /* of the generator */
	int count, number[DRAWS];
};

static struct draw *draw;
static int players;

unsigned draw_next(struct draw *d)
{
	unsigned state;

	pthread_mutex_lock(&d->lock);
	d->state = d->state * 5 + 3;
	state = d->state;
	pthread_mutex_unlock(&d->lock);
	return state;
}

void draw_enter(struct draw *d, int number)
{
	pthread_mutex_lock(&d->lock);
	d->number[d->count++] = number;
	pthread_mutex_unlock(&d->lock);
}

void draw_play(struct draw *d)
{
	ought_lock(&d->lock);
	draw_enter(d, (int)(draw_next(d) & 0xffff));
	ought_unlock(&d->lock);
}

static void *player(void *unused)
{
	for (int i = 0; i < players; i++)
		draw_play(draw);
	return unused;
}

int main(int argc, char **argv)
{
	unsigned state = 1;

	players = subject_input(argc, argv, 2);
	draw = calloc(1, sizeof *draw);
	monitor_init(&draw->lock);
	draw->state = 1;
	RUN(NULL, player, player);
	for (int i = 0; i < draw->count; i++) {
		state = state * 5 + 3;
		assert(draw->number[i] == (int)(state & 0xffff));
	}
	free(draw);
	return 0;
}
