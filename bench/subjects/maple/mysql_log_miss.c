/* SPDX-License-Identifier: Apache-2.0
 * mysql_log_miss.c: sessions change a table and write what they did to a log, for a copy of it.
 * IDIOM: 4
 * FAILS: assert
 * INPUT: 8
 * PAPER: 8 13.2 100 120.8 18 29.0 15 13.6
 *
 * The bug: the table and the log have a lock each; between the two another session may come first in
 * the log but second in the table. The root: unlock of the table => lock by the other, its unlock of
 * the log => lock. */
#include "../subject.h"
#include <assert.h>
#include <string.h>

enum { ROWS = 8, SESSIONS = 2, EVENTS = 128 };
enum kind { INSERT, REMOVE };

struct event {
	enum kind kind;
	int row;
};

struct table {
	pthread_mutex_t lock;
	int present[ROWS];
	unsigned changes;
};

static struct table table = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct {
	pthread_mutex_t lock;
	struct event events[EVENTS];
	int used;
} log = {.lock = PTHREAD_MUTEX_INITIALIZER};
#ifdef FIXED
static pthread_mutex_t commit = PTHREAD_MUTEX_INITIALIZER;
#endif
static int statements;

static void apply(struct table *t, enum kind kind, int row)
{
	t->present[row] = kind == INSERT;
	t->changes++;
}

static int select_row(int row)
{
	int present;

	pthread_mutex_lock(&table.lock);
	present = table.present[row];
	pthread_mutex_unlock(&table.lock);
	return present;
}

static void change(enum kind kind, int row)
{
#ifdef FIXED
	pthread_mutex_lock(&commit);
#endif
	pthread_mutex_lock(&table.lock);
	apply(&table, kind, row);
	pthread_mutex_unlock(&table.lock);

	pthread_mutex_lock(&log.lock);
	log.events[log.used] = (struct event){kind, row};
	log.used++;
	pthread_mutex_unlock(&log.lock);
#ifdef FIXED
	pthread_mutex_unlock(&commit);
#endif
}

/* Session 0 inserts, session 1 removes; they meet in one row only. */
static void *session(void *argument)
{
	int me = (int)(size_t)argument;
	int meet = me == 0 ? statements / 5 : 4 * statements / 5;

	for (int i = 0; i < statements; i++) {
		if (i == meet)
			change(me == 0 ? INSERT : REMOVE, 0);
		else if (i % 8 == 3)
			change(i % 16 == 3 ? INSERT : REMOVE, 1 + me);
		else
			select_row(3 + i % 5);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	static struct table copy;
	pthread_t threads[SESSIONS];

	statements = 5 + 4 * subject_input(argc, argv, 8);
	for (size_t i = 0; i < SESSIONS; i++)
		threads[i] = subject_start(session, (void *)i);
	for (int i = 0; i < SESSIONS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < log.used; i++)
		apply(&copy, log.events[i].kind, log.events[i].row);
	assert(!memcmp(copy.present, table.present, sizeof copy.present));
	return 0;
}
