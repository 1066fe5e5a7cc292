/* SPDX-License-Identifier: Apache-2.0
 *
 * What the subjects share. Each is one file that begins with what is wrong in it, and is two programs: with
 * -DFIXED nothing is wrong. Its argument is the number of an input, 1 to 8: how much there is to do, and
 * what. */
#ifndef SUBJECT_H
#define SUBJECT_H

#include <pthread.h>
#include <stdlib.h>

/* The number of the input: the argument, or the one that the subject is usually run with. */
static inline int subject_input(int argc, char **argv, int usual)
{
	int input = argc > 1 ? atoi(argv[1]) : usual;

	return input >= 1 && input <= 8 ? input : usual;
}

/* Computes for a while, in registers. */
static inline unsigned subject_compute(unsigned x)
{
	for (int i = 0; i < 50; i++)
		x = x * 1664525U + 1013904223U;
	return x;
}

/* A thread that has to start; the subjects are not about machines that have no room for one. */
static inline pthread_t subject_start(void *(*body)(void *), void *argument)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, body, argument))
		exit(3);
	return thread;
}

#endif
