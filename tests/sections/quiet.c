/* SPDX-License-Identifier: Apache-2.0
 *
 * Correct programs that use data which belongs together in several critical sections: the argument says which
 * one. For each there is a function that others can call and takes the object, so that it is a unit of work
 * by any rule. */
#include "split.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- polling with sleep: each look is one by itself ---- */

struct state {
	pthread_mutex_t lock, other;
	int done, result, version;
	int *table;
	void (*task)(struct state *);
	int argument, busy, left;
};

static struct state *state;

static void *finish(void *unused)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&state->lock);
		state->result += 7;
		state->done++;
		pthread_mutex_unlock(&state->lock);
	}
	return unused;
}

int state_wait(struct state *s)
{
	for (;;) {
		pthread_mutex_lock(&s->lock);
		int done = s->done;
		pthread_mutex_unlock(&s->lock);
		if (done == 2)
			break;
		usleep(1000);
	}
	usleep(1000);
	pthread_mutex_lock(&s->lock);
	int result = s->result;
	pthread_mutex_unlock(&s->lock);
	return result;
}

static void *poll_for_it(void *unused)
{
	use(state_wait(state));
	return unused;
}

/* ---- optimistic retry: what was read is compared before it is replaced ---- */

void state_double(struct state *s)
{
	for (;;) {
		pthread_mutex_lock(&s->lock);
		int version = s->version, result = s->result;
		pthread_mutex_unlock(&s->lock);
		result = 2 * result + 1;
		pthread_mutex_lock(&s->lock);
		if (s->version == version) {
			s->result = result;
			s->version++;
			pthread_mutex_unlock(&s->lock);
			return;
		}
		pthread_mutex_unlock(&s->lock);
	}
}

static void *retry(void *unused)
{
	state_double(state);
	return unused;
}

/* ---- an insert that looks again after it has allocated ---- */

int *state_table(struct state *s)
{
	pthread_mutex_lock(&s->lock);
	int *table = s->table;
	pthread_mutex_unlock(&s->lock);
	if (table)
		return table;
	table = calloc(4, sizeof *table);
	pthread_mutex_lock(&s->lock);
	if (s->table) {
		int *there = s->table;

		pthread_mutex_unlock(&s->lock);
		free(table);
		return there;
	}
	s->table = table;
	s->version++;
	pthread_mutex_unlock(&s->lock);
	return table;
}

static void *insert(void *unused)
{
	use(*state_table(state));
	return unused;
}

/* ---- a pool that has one task at a time ---- */

static void add_argument(struct state *s)
{
	pthread_mutex_lock(&s->lock);
	s->result += s->argument;
	pthread_mutex_unlock(&s->lock);
}

int state_submit(struct state *s, int argument)
{
	for (;;) {
		pthread_mutex_lock(&s->lock);
		if (!s->busy)
			break;
		pthread_mutex_unlock(&s->lock);
		usleep(1000);
	}
	s->task = add_argument;
	s->argument = argument;
	s->busy = 1;
	pthread_mutex_unlock(&s->lock);
	return argument;
}

int state_run(struct state *s)
{
	void (*task)(struct state *);

	pthread_mutex_lock(&s->lock);
	task = s->task;
	s->task = NULL;
	pthread_mutex_unlock(&s->lock);
	if (!task)
		return 0;
	task(s);
	pthread_mutex_lock(&s->lock);
	s->busy = 0;
	pthread_mutex_unlock(&s->lock);
	return 1;
}

static void *submit(void *unused)
{
	state_submit(state, 1);
	state_submit(state, 2);
	return unused;
}

static void *serve(void *unused)
{
	for (int n = 0; n < 2; n += state_run(state))
		usleep(1000);
	return unused;
}

/* ---- two locks in one structure, for different members ---- */

void state_both(struct state *s)
{
	pthread_mutex_lock(&s->lock);
	s->result++;
	s->done++;
	pthread_mutex_unlock(&s->lock);
	pthread_mutex_lock(&s->other);
	s->version++;
	s->left++;
	pthread_mutex_unlock(&s->other);
}

static void *both(void *unused)
{
	state_both(state);
	return unused;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void *(*one)(void *), *(*other)(void *);
	} programs[] = {{"polling", finish, poll_for_it},
			{"retry", retry, retry},
			{"insert", insert, insert},
			{"pool", submit, serve},
			{"locks", both, both}};

	state = calloc(1, sizeof *state);
	pthread_mutex_init(&state->lock, NULL);
	pthread_mutex_init(&state->other, NULL);
	for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++)
		if (argc > 1 && !strcmp(argv[1], programs[i].name))
			return two_threads(programs[i].one, NULL, programs[i].other, NULL);
	return 2;
}
