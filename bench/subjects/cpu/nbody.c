/* SPDX-License-Identifier: Apache-2.0
 * nbody.c: bodies attract each other; workers compute the forces of a step, a barrier ends it.
 * INPUT: 8
 *
 * Positions are read by all and written by their owner between two barriers; the momentum of the whole, which
 * must stay what it was, is summed up under a lock. */
#include "../subject.h"

#include <math.h>
#include <string.h>

enum { WORKERS = 3, N_MAX = 1600, STEPS = 8 };

struct body {
	double x, y, z, vx, vy, vz, mass;
};

static struct body bodies[N_MAX];
static int n;
static double momentum[STEPS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t barrier;

static void attract(struct body *me)
{
	double ax = 0, ay = 0, az = 0;

	for (int k = 0; k < n; k++) {
		double dx = bodies[k].x - me->x, dy = bodies[k].y - me->y, dz = bodies[k].z - me->z,
		       d2 = dx * dx + dy * dy + dz * dz + 1e-3, f = bodies[k].mass / (d2 * sqrt(d2));

		ax += f * dx;
		ay += f * dy;
		az += f * dz;
	}
	me->vx += 1e-3 * ax;
	me->vy += 1e-3 * ay;
	me->vz += 1e-3 * az;
}

static void *work(void *first)
{
	int from = *(int *)first;

	for (int step = 0; step < STEPS; step++) {
		double sum = 0;

		for (int i = from; i < n; i += WORKERS) {
			attract(&bodies[i]);
			sum += bodies[i].mass * (bodies[i].vx + bodies[i].vy + bodies[i].vz);
		}
		pthread_mutex_lock(&lock);
		momentum[step] += sum;
		pthread_mutex_unlock(&lock);
		pthread_barrier_wait(&barrier);
		for (int i = from; i < n; i += WORKERS) {
			bodies[i].x += 1e-3 * bodies[i].vx;
			bodies[i].y += 1e-3 * bodies[i].vy;
			bodies[i].z += 1e-3 * bodies[i].vz;
		}
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t t[WORKERS];
	int from[WORKERS];

	n = 200 * subject_input(argc, argv, 8);
	pthread_barrier_init(&barrier, NULL, WORKERS);
	for (int i = 0; i < n; i++)
		bodies[i] = (struct body){.x = i % 17, .y = i % 31, .z = i % 43, .mass = 1 + i % 5};
	for (int i = 0; i < WORKERS; i++) {
		from[i] = i;
		pthread_create(&t[i], NULL, work, &from[i]);
	}
	for (int i = 0; i < WORKERS; i++)
		pthread_join(t[i], NULL);
	for (int step = 0; step < STEPS; step++)
		if (fabs(momentum[step]) > 1e-6)
			return 1;
	return 0;
}
