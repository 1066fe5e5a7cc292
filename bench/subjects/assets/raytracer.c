/* SPDX-License-Identifier: Apache-2.0
 * raytracer.c: threads render lines of a picture and add each line's checksum to that of the picture.
 * SETS: struct picture
 * VIOLATES: picture_add/picture_add
 * FAILS: assert
 * PAPER: monitor 9 (rate 0.58), AssetFuzzer 28 (1.00)
 *
 * The bug: the checksum is read in one critical section and written back in another one. */
#include "../monitor.h"

enum { WIDTH = 8 };

struct picture {
	pthread_mutex_t lock;
	long checksum;
	int lines;
};

static struct picture *picture;
static int lines;

long picture_checksum(struct picture *p)
{
	long checksum;

	pthread_mutex_lock(&p->lock);
	checksum = p->checksum;
	pthread_mutex_unlock(&p->lock);
	return checksum;
}

void picture_add(struct picture *p, long line)
{
	long sum;

	ought_lock(&p->lock);
	sum = picture_checksum(p) + line;
	pthread_mutex_lock(&p->lock);
	p->checksum = sum;
	p->lines++;
	pthread_mutex_unlock(&p->lock);
	ought_unlock(&p->lock);
}

/* How bright a sphere is at this place, from 0 to 255. */
static long shade(int x, int y)
{
	int dx = 2 * x - WIDTH, dy = 2 * y - WIDTH, inside = WIDTH * WIDTH - dx * dx - dy * dy;

	return inside > 0 ? 255L * inside / (WIDTH * WIDTH) : 0;
}

static long line(int y)
{
	long sum = 0;

	for (int x = 0; x < WIDTH; x++)
		sum += shade(x, y);
	return sum;
}

static void *even(void *unused)
{
	for (int y = 0; y < lines; y += 2)
		picture_add(picture, line(y));
	return unused;
}

static void *odd(void *unused)
{
	for (int y = 1; y < lines; y += 2)
		picture_add(picture, line(y));
	return unused;
}

int main(int argc, char **argv)
{
	long all = 0;

	lines = subject_input(argc, argv, 4);
	picture = calloc(1, sizeof *picture);
	monitor_init(&picture->lock);
	RUN(NULL, even, odd);
	for (int y = 0; y < lines; y++)
		all += line(y);
	assert(picture->checksum == all);
	free(picture);
	return 0;
}
