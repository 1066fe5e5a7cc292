/* SPDX-License-Identifier: Apache-2.0
 * mysql_791.c: clients commit and write to the binary log, which an administrator opens anew.
 * IDIOM: 1
 * FAILS: assert
 * INPUT: 8
 * QUIET: 1 2 3 4
 * PAPER: 10 436.5 3975 43097.6 11754 TO 10574 81887.2
 *
 * The bug: whether the log is open is asked without its lock: a commit that asks while the log changes
 * files is not logged. The root: binlog.open written by new_file() => read by write_event(). */
#include "../subject.h"
#include <assert.h>

enum { CLIENTS = 4, TABLES = 3 };

static struct {
	pthread_mutex_t lock;
	int open, events;
} binlog = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
	pthread_mutex_t lock;
	int files;
} folder = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct {
	pthread_mutex_t lock;
	long rows, reads, deleted;
} tables[TABLES];

static struct {
	pthread_mutex_t lock;
	int connected, queries;
} server = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int input, queries, committed[CLIENTS];

static void write_event(void)
{
#ifdef FIXED
	pthread_mutex_lock(&binlog.lock);
	if (binlog.open)
		binlog.events++;
	pthread_mutex_unlock(&binlog.lock);
#else
	if (binlog.open) {
		pthread_mutex_lock(&binlog.lock);
		binlog.events++;
		pthread_mutex_unlock(&binlog.lock);
	}
#endif
}

static void new_file(void)
{
	pthread_mutex_lock(&binlog.lock);
	binlog.open = 0;
	pthread_mutex_lock(&folder.lock);
	folder.files++;
	pthread_mutex_unlock(&folder.lock);
	binlog.open = 1;
	pthread_mutex_unlock(&binlog.lock);
}

static void query(int table, int kind)
{
	pthread_mutex_lock(&tables[table].lock);
	if (kind == 0)
		tables[table].rows++;
	else if (kind == 1)
		tables[table].reads++;
	else
		tables[table].deleted++;
	pthread_mutex_unlock(&tables[table].lock);
}

static void *client(void *argument)
{
	int me = (int)(size_t)argument;

	pthread_mutex_lock(&server.lock);
	server.connected++;
	pthread_mutex_unlock(&server.lock);
	for (int i = 0; i < queries; i++) {
		query((i + me) % TABLES, i % 3);
		pthread_mutex_lock(&server.lock);
		server.queries++;
		pthread_mutex_unlock(&server.lock);
	}
	query(me % TABLES, 0);
	write_event();
	committed[me]++;
	pthread_mutex_lock(&server.lock);
	server.connected--;
	pthread_mutex_unlock(&server.lock);
	return NULL;
}

/* FLUSH LOGS, among the inputs from 5 on; the others only look around. */
static void *administrator(void *unused)
{
	query(0, 1);
	if (input >= 5)
		new_file();
	query(1, 1);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t threads[CLIENTS], administration;
	int commits = 0;

	input = subject_input(argc, argv, 8);
	queries = 1 + input / 2;
	for (int i = 0; i < TABLES; i++)
		pthread_mutex_init(&tables[i].lock, NULL);
	binlog.open = 1;
	administration = subject_start(administrator, NULL);
	for (size_t i = 0; i < CLIENTS; i++)
		threads[i] = subject_start(client, (void *)i);
	for (int i = 0; i < CLIENTS; i++)
		pthread_join(threads[i], NULL);
	pthread_join(administration, NULL);
	for (int i = 0; i < CLIENTS; i++)
		commits += committed[i];
	assert(binlog.events == commits);
	return 0;
}
