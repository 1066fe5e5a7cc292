/* SPDX-License-Identifier: Apache-2.0
 * piper.c: passengers are put into a plane and taken out at the other end, waiting for each other.
 * SETS: struct plane
 * FAILS:
 * PAPER: cycles 0, wrong 0
 *
 * There is no bug: units that wait are not atomic, and need not be; they look again when they are woken. */
#include "../monitor.h"

enum { SEATS = 2 };

struct plane {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int first, last, seat[SEATS];
	int carried;
};

static struct plane *plane;
static int passengers;

void plane_board(struct plane *p, int passenger)
{
	pthread_mutex_lock(&p->lock);
	while (p->last - p->first == SEATS)
		pthread_cond_wait(&p->changed, &p->lock);
	p->seat[p->last++ % SEATS] = passenger;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
}

int plane_leave(struct plane *p)
{
	int passenger;

	pthread_mutex_lock(&p->lock);
	while (p->last == p->first)
		pthread_cond_wait(&p->changed, &p->lock);
	passenger = p->seat[p->first++ % SEATS];
	p->carried++;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
	return passenger;
}

static void *boards(void *unused)
{
	for (int i = 0; i < passengers; i++)
		plane_board(plane, i);
	return unused;
}

static void *leaves(void *unused)
{
	for (int i = 0; i < passengers; i++)
		plane_leave(plane);
	return unused;
}

int main(int argc, char **argv)
{
	passengers = 1 + subject_input(argc, argv, 2);
	plane = calloc(1, sizeof *plane);
	monitor_init(&plane->lock);
	pthread_cond_init(&plane->changed, NULL);
	RUN(NULL, boards, boards, leaves, leaves);
	assert(plane->carried == 2 * passengers);
	free(plane);
	return 0;
}
