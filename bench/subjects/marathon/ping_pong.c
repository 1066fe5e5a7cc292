/* SPDX-License-Identifier: Apache-2.0
 * ping_pong.c: players hit a ball that is on one side or the other, and count.
 * SETS: struct game
 * VIOLATES: game_hit/game_hit
 * FAILS: assert
 * PAPER: cycles 1, wrong 0
 *
 * The bug: where the ball is, is asked in one critical section, and it is hit in another one. */
#include "../monitor.h"

struct game {
	pthread_mutex_t lock;
	int side, hits[2];
};

static struct game *game;
static int rounds;

int game_side(struct game *g)
{
	int side;

	pthread_mutex_lock(&g->lock);
	side = g->side;
	pthread_mutex_unlock(&g->lock);
	return side;
}

/* Whoever sees the ball hits it, so that both sides hit by turns. */
void game_hit(struct game *g)
{
	int side;

	ought_lock(&g->lock);
	side = game_side(g);
	pthread_mutex_lock(&g->lock);
	g->hits[side]++;
	g->side = !side;
	pthread_mutex_unlock(&g->lock);
	ought_unlock(&g->lock);
}

static void *player(void *unused)
{
	for (int i = 0; i < rounds; i++)
		game_hit(game);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 2);
	game = calloc(1, sizeof *game);
	monitor_init(&game->lock);
	RUN(NULL, player, player);
	assert(game->hits[0] == game->hits[1]);
	free(game);
	return 0;
}
