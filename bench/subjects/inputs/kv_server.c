/* SPDX-License-Identifier: Apache-2.0
 * kv_server.c: workers serve a table of keys and values with an order of use, statistics and a journal.
 * INPUT: 8
 *
 * Clients' commands come through a queue; which ones, the input says: 1 reads and writes only, further ones
 * add deletion, counting, eviction, a journal, listing and resetting. Everything is locked as it should be:
 * the table, the order of use and the journal by a lock each, always taken in that order. */
#include "../subject.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { WORKERS = 2, KEYS = 4, COMMANDS = 12, JOURNAL = 8, ROOM = 3 };
enum command { GET, SET, DELETE, COUNT, EVICT, WRITE_OUT, LIST, RESET, KINDS };

static struct entry {
	bool used;
	int value, hits;
} table[KEYS];
static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
	int order[KEYS], n; /* keys, the one that was used last comes last */
} use;
static pthread_mutex_t use_lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
	int lines[JOURNAL], n, written;
} journal;
static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
	int gets, sets, misses, entries;
} stats; /* by table_lock */

static struct {
	int next, commands;
	unsigned seed;
} queue;
static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER;

static void forget(int key)
{
	int n = 0;

	for (int i = 0; i < use.n; i++)
		if (use.order[i] != key)
			use.order[n++] = use.order[i];
	use.n = n;
}

static void touch(int key)
{
	pthread_mutex_lock(&use_lock);
	forget(key);
	use.order[use.n++] = key;
	pthread_mutex_unlock(&use_lock);
}

static void note(int line)
{
	pthread_mutex_lock(&journal_lock);
	if (journal.n < JOURNAL)
		journal.lines[journal.n++] = line;
	pthread_mutex_unlock(&journal_lock);
}

static void get(int key)
{
	pthread_mutex_lock(&table_lock);
	stats.gets++;
	if (table[key].used) {
		table[key].hits++;
		touch(key);
	} else {
		stats.misses++;
	}
	pthread_mutex_unlock(&table_lock);
}

static void set(int key, int value)
{
	pthread_mutex_lock(&table_lock);
	stats.sets++;
	stats.entries += !table[key].used;
	table[key].used = true;
	table[key].value = value;
	touch(key);
	note(value);
	pthread_mutex_unlock(&table_lock);
}

static void delete (int key)
{
	pthread_mutex_lock(&table_lock);
	if (table[key].used) {
		table[key] = (struct entry){0};
		stats.entries--;
		pthread_mutex_lock(&use_lock);
		forget(key);
		pthread_mutex_unlock(&use_lock);
		note(-key);
	}
	pthread_mutex_unlock(&table_lock);
}

static void count(void)
{
	int entries = 0;

	pthread_mutex_lock(&table_lock);
	for (int i = 0; i < KEYS; i++)
		entries += table[i].used;
	assert(entries == stats.entries);
	pthread_mutex_unlock(&table_lock);
}

static void evict(void)
{
	int key = -1;

	pthread_mutex_lock(&table_lock);
	pthread_mutex_lock(&use_lock);
	if (use.n > ROOM) {
		key = use.order[0];
		forget(key);
	}
	pthread_mutex_unlock(&use_lock);
	if (key >= 0) {
		table[key].used = false;
		table[key].hits = 0;
		stats.entries--;
	}
	pthread_mutex_unlock(&table_lock);
}

static void write_out(void)
{
	pthread_mutex_lock(&journal_lock);
	journal.written += journal.n;
	journal.n = 0;
	memset(journal.lines, 0, sizeof journal.lines);
	pthread_mutex_unlock(&journal_lock);
}

static void list(void)
{
	int sum = 0;

	pthread_mutex_lock(&table_lock);
	pthread_mutex_lock(&use_lock);
	for (int i = 0; i < use.n; i++) {
		assert(table[use.order[i]].used);
		sum += table[use.order[i]].value;
	}
	pthread_mutex_unlock(&use_lock);
	pthread_mutex_unlock(&table_lock);
	assert(sum >= 0);
}

static void reset(void)
{
	pthread_mutex_lock(&table_lock);
	stats.gets = stats.sets = stats.misses = 0;
	for (int i = 0; i < KEYS; i++)
		table[i].hits = 0;
	pthread_mutex_unlock(&table_lock);
}

static void serve(enum command what, int key, int value)
{
	switch (what) {
	case GET:
		get(key);
		break;
	case SET:
		set(key, value);
		break;
	case DELETE:
		delete (key);
		break;
	case COUNT:
		count();
		break;
	case EVICT:
		evict();
		break;
	case WRITE_OUT:
		write_out();
		break;
	case LIST:
		list();
		break;
	default:
		reset();
		break;
	}
}

static bool take(enum command *what, int *key, int *value)
{
	bool any;

	pthread_mutex_lock(&queue_lock);
	any = queue.next < queue.commands;
	if (any) {
		queue.seed = queue.seed * 1103515245 + 12345;
		*what = (enum command)(queue.next * 3 % KINDS);
		*key = (int)(queue.seed >> 8) % KEYS;
		*value = queue.next++;
	}
	pthread_mutex_unlock(&queue_lock);
	return any;
}

static void *worker(void *unused)
{
	enum command what;
	int key, value;

	while (take(&what, &key, &value))
		serve(what, key < 0 ? -key : key, value);
	return unused;
}

int main(int argc, char **argv)
{
	int input = subject_input(argc, argv, 8);
	pthread_t threads[WORKERS];

	queue.commands = COMMANDS + input % 2;
	queue.seed = (unsigned)input;
	for (int i = 0; i < WORKERS; i++)
		threads[i] = subject_start(worker, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(threads[i], NULL);
	list();
	count();
	return 0;
}
