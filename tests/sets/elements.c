/* SPDX-License-Identifier: Apache-2.0
 *
 * Arrays of structures: each element is a set, in a variable, on the heap, and as a member. Getters belong to
 * who calls them, and a function that only calls operations in a loop is no unit. */
#include <pthread.h>
#include <stdlib.h>

struct row {
	pthread_mutex_t lock;
	int low, high;
};

static struct row rows[2] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};

static struct table {
	int changes;
	struct cell {
		int x, y;
	} cells[3];
	pthread_mutex_t lock;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

static struct row *heap;

void row_widen(struct row *r)
{
	pthread_mutex_lock(&r->lock);
	r->low--;
	r->high++;
	pthread_mutex_unlock(&r->lock);
}

/* Called in a loop by somebody who does nothing else to a row. */
void all_widen(struct row *r, int n)
{
	for (int i = 0; i < n; i++)
		row_widen(r);
}

void table_move(struct table *t, int i)
{
	pthread_mutex_lock(&t->lock);
	t->cells[i].x++;
	t->cells[i].y++;
	t->changes++;
	pthread_mutex_unlock(&t->lock);
}

static void *worker(void *unused)
{
	for (int i = 0; i < 2; i++) {
		all_widen(&rows[i], 2 + i);
		row_widen(&heap[i]);
		table_move(&table, i);
	}
	return unused;
}

int main(void)
{
	struct row *all = calloc(2, sizeof *all);
	pthread_t threads[2];

	heap = all;
	for (int i = 0; i < 2; i++)
		pthread_mutex_init(&heap[i].lock, NULL);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return table.changes == 4 ? 0 : 1;
}
