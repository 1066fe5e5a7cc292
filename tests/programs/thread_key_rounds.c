/* SPDX-License-Identifier: Apache-2.0
 * thread_key_rounds.c: a destructor that sets its value again is called again, but not for ever.
 * EXPECT: passed */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t stubborn, deleted;
static int rounds, wrong;

static void set_again(void *value)
{
	rounds++;
	pthread_setspecific(stubborn, value);
}

static void must_not_run(void *value)
{
	(void)value;
	wrong = 1;
}

/* Before main, as libraries do. */
__attribute__((constructor)) static void create_key(void)
{
	pthread_key_create(&stubborn, set_again);
}

static void *worker(void *arg)
{
	pthread_setspecific(stubborn, &rounds);
	pthread_setspecific(deleted, &rounds);
	pthread_key_delete(deleted);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_key_create(&deleted, must_not_run);
	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	assert(rounds == PTHREAD_DESTRUCTOR_ITERATIONS);
	assert(!wrong);
	return 0;
}
