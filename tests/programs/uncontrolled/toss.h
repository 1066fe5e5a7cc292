/* SPDX-License-Identifier: Apache-2.0
 *
 * What the programs share: two threads go different ways by something that nobody controls, so that a replay
 * cannot follow. `odd` is 1 or 0, and so different that half of all runs get each. */
#pragma once

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int odd_one(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turns;

static void *take_turns(void *unused)
{
	pthread_mutex_lock(&lock);
	turns++;
	pthread_mutex_unlock(&lock);
	return unused;
}

/* Any bit of `text` counts. */
static inline int parity(const void *text, size_t n)
{
	unsigned sum = 2166136261u;

	for (size_t i = 0; i < n; i++)
		sum = (sum ^ ((const unsigned char *)text)[i]) * 16777619u;
	return (int)(sum >> 13 & 1);
}

/* It fails in about half of its runs, and how many steps it took before depends on the same toss. */
int main(void)
{
	pthread_t threads[2];
	int odd;

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, take_turns, NULL);
	odd = odd_one();
	if (odd)
		take_turns(NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return odd;
}
