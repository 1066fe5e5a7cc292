/* SPDX-License-Identifier: Apache-2.0
 * moldyn.c: threads compute the forces between particles and add up energy and virial; another scales.
 * SETS: struct sums
 * VIOLATES: sums_add/sums_scale sums_add/sums_add
 * FAILS:
 * PAPER: monitor 3 (rate 1.00), AssetFuzzer 25 (1.00)
 *
 * The bug: a thread's energy and virial are added in two critical sections; who reads both in between has
 * those of different moments. Two additions that cross are a cycle, too, though sums do not mind. */
#include "../monitor.h"

enum { PARTICLES = 12 };

struct sums {
	pthread_mutex_t lock;
	double energy, virial;
	double pressure; /* from both */
};

static struct sums *sums;
static double position[PARTICLES];
static int rounds;

void sums_add(struct sums *s, double energy, double virial)
{
	ought_lock(&s->lock);
	pthread_mutex_lock(&s->lock);
	s->energy += energy;
	pthread_mutex_unlock(&s->lock);
	pthread_mutex_lock(&s->lock);
	s->virial += virial;
	pthread_mutex_unlock(&s->lock);
	ought_unlock(&s->lock);
}

void sums_scale(struct sums *s)
{
	pthread_mutex_lock(&s->lock);
	s->pressure = (s->energy - s->virial) / PARTICLES;
	pthread_mutex_unlock(&s->lock);
}

static void forces(int first, int step)
{
	double energy = 0, virial = 0;

	for (int i = first; i < PARTICLES; i += step)
		for (int j = 0; j < i; j++) {
			double d = position[i] - position[j], r6 = 1 / (d * d * d * d * d * d);

			energy += 4 * (r6 * r6 - r6);
			virial += 24 * (2 * r6 * r6 - r6);
		}
	sums_add(sums, energy, virial);
}

static void *even(void *unused)
{
	for (int i = 0; i < rounds; i++)
		forces(0, 2);
	return unused;
}

static void *odd(void *unused)
{
	for (int i = 0; i < rounds; i++)
		forces(1, 2);
	return unused;
}

static void *scaler(void *unused)
{
	sums_scale(sums);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 2);
	sums = calloc(1, sizeof *sums);
	monitor_init(&sums->lock);
	for (int i = 0; i < PARTICLES; i++)
		position[i] = 1.1 * i;
	RUN(NULL, even, odd, scaler);
	free(sums);
	return 0;
}
