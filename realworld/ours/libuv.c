/* SPDX-License-Identifier: Apache-2.0
 *
 * libuv JOBS SIZE: a loop hands jobs to the library's pool of threads, and each job sums made-up numbers in a
 * tree of its own; a thread beside the loop wakes it again and again with counts of its own. All sums must be
 * right. Exit status 0: they are. */
#include <stdio.h>
#include <stdlib.h>

#include <uv.h>

enum { TICKS = 50 };

struct node {
	unsigned value;
	struct node *left, *right;
};

struct job {
	uv_work_t work;
	unsigned number, size;
	unsigned long sum, expected;
};

static unsigned done, wrong;
static uv_async_t tick;
static uv_mutex_t ticks_lock;
static unsigned ticks, ticks_seen; /* under ticks_lock */

static struct node *add(struct node *root, struct node *n)
{
	struct node **at = &root;

	while (*at)
		at = n->value < (*at)->value ? &(*at)->left : &(*at)->right;
	*at = n;
	return root;
}

static unsigned long sum_up(const struct node *n)
{
	return n ? n->value + sum_up(n->left) + sum_up(n->right) : 0;
}

static void carry_out(uv_work_t *work)
{
	struct job *job = work->data;
	struct node *nodes = calloc(job->size, sizeof(*nodes)), *root = NULL;
	unsigned state = job->number + 1;

	for (unsigned i = 0; i < job->size; i++) {
		state = state * 1103515245 + 12345;
		nodes[i].value = state >> 16;
		job->expected += nodes[i].value;
		root = add(root, &nodes[i]);
	}
	job->sum = sum_up(root);
	free(nodes);
}

static void carried_out(uv_work_t *work, int status)
{
	const struct job *job = work->data;

	done++;
	wrong += status || job->sum != job->expected;
}

static void ticked(uv_async_t *async)
{
	uv_mutex_lock(&ticks_lock);
	ticks_seen = ticks;
	uv_mutex_unlock(&ticks_lock);
	if (ticks_seen == TICKS)
		uv_close((uv_handle_t *)async, NULL);
}

static void tick_on(void *unused)
{
	(void)unused;
	for (unsigned i = 0; i < TICKS; i++) {
		uv_mutex_lock(&ticks_lock);
		ticks++;
		uv_mutex_unlock(&ticks_lock);
		uv_async_send(&tick);
	}
}

int main(int argc, char **argv)
{
	unsigned count = argc > 1 ? (unsigned)atoi(argv[1]) : 8,
		 size = argc > 2 ? (unsigned)atoi(argv[2]) : 100;
	struct job *jobs = calloc(count, sizeof(*jobs));
	uv_loop_t loop;
	uv_thread_t ticker;

	uv_loop_init(&loop);
	uv_mutex_init(&ticks_lock);
	uv_async_init(&loop, &tick, ticked);
	uv_thread_create(&ticker, tick_on, NULL);
	for (unsigned i = 0; i < count; i++) {
		jobs[i].number = i;
		jobs[i].size = size;
		jobs[i].work.data = &jobs[i];
		uv_queue_work(&loop, &jobs[i].work, carry_out, carried_out);
	}
	uv_run(&loop, UV_RUN_DEFAULT);
	uv_thread_join(&ticker);
	uv_mutex_destroy(&ticks_lock);
	uv_loop_close(&loop);
	free(jobs);
	if (wrong || done != count || ticks_seen != TICKS) {
		fprintf(stderr, "%u of %u jobs done, %u wrong, %u ticks seen\n", done, count, wrong,
			ticks_seen);
		return 1;
	}
	puts("all sums are right");
	return 0;
}
