/* SPDX-License-Identifier: Apache-2.0
 *
 * Double-checked initialisation: a thread sees "ready" before the thing is ready.
 * EXPECT: assert  EXPLAIN: 33 25|34 30|38
 *
 * The bug: the flag that lets others skip the lock is set before the table is filled. Whoever asks in
 * between skips the lock and uses a table of zeros.
 *
 * The fix: fill first and set the flag last (with release order, read with acquire order); or pthread_once(),
 * which is made for this. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

enum { SIZE = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int ready;
static int squares[SIZE];

static void fill(void)
{
	for (int i = 0; i < SIZE; i++)
		squares[i] = i * i;
}

static int square(int i)
{
	if (!atomic_load(&ready)) {
		pthread_mutex_lock(&lock);
		if (!atomic_load(&ready)) {
			atomic_store(&ready, 1); /* too early by one line */
			fill();
		}
		pthread_mutex_unlock(&lock);
	}
	return squares[i];
}

static void *user(void *unused)
{
	(void)unused;
	assert(square(3) == 9);
	return NULL;
}

int main(void)
{
	pthread_t users[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&users[i], NULL, user, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(users[i], NULL);
	return 0;
}
