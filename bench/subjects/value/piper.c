/* SPDX-License-Identifier: Apache-2.0
 * piper.c: passengers board a plane of one seat, and leave it at the other end; at last the plane has to be
 * empty.
 * FAILS: lost-wakeup, deadlock
 * THREADS: 32
 * PAIRS: 0 496 992 992
 * ANALYSIS: 1133 11.84 coarse
 * WITHOUT_DISJOINT: 2208 496 992 992
 * STATES: 15 224
 * INSTRUCTIONS: 7539 8741
 * SECONDS: 11.80 4.41
 *
 * The bug, in plane_leave(): the woken thread does not look again. When another one barges in, it leaves an
 * empty seat; the passenger who boards then is never taken out. -DCOUNT=31 makes the threads as many as in
 * the thesis. */
#include "../subject.h"

#ifndef COUNT
#define COUNT 2
#endif

struct plane {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int taken;
};

static struct plane *plane;

static void plane_board(struct plane *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->taken)
		pthread_cond_wait(&p->changed, &p->lock);
	p->taken = 1;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
}

static void plane_leave(struct plane *p)
{
	pthread_mutex_lock(&p->lock);
#ifdef FIXED
	while (!p->taken)
#else
	if (!p->taken) /* the bug */
#endif
		pthread_cond_wait(&p->changed, &p->lock);
	p->taken = 0;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->lock);
}

static void plane_land(struct plane *p)
{
	pthread_mutex_lock(&p->lock);
	while (p->taken)
		pthread_cond_wait(&p->changed, &p->lock);
	pthread_mutex_unlock(&p->lock);
}

static void *boards(void *unused)
{
	for (int i = 0; i < COUNT; i++)
		plane_board(plane);
	plane_land(plane);
	return unused;
}

static void *leaves(void *unused)
{
	plane_leave(plane);
	return unused;
}

int main(void)
{
	pthread_t leaving[COUNT], boarding;

	plane = calloc(1, sizeof *plane);
	pthread_mutex_init(&plane->lock, NULL);
	pthread_cond_init(&plane->changed, NULL);
	boarding = subject_start(boards, NULL);
	for (int i = 0; i < COUNT; i++)
		leaving[i] = subject_start(leaves, NULL);
	for (int i = 0; i < COUNT; i++)
		pthread_join(leaving[i], NULL);
	pthread_join(boarding, NULL);
	free(plane);
	return 0;
}
