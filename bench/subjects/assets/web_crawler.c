/* SPDX-License-Identifier: Apache-2.0
 * web_crawler.c: spiders take addresses from a queue, fetch the page and put the links of it into the queue.
 * SETS: struct crawl
 * VIOLATES: crawl_finished/crawl_take crawl_finished/crawl_done
 * FAILS: assert
 * PAPER: monitor 4 (rate 0.09), AssetFuzzer 16 (0.26)
 *
 * The bug: the crawl is over when nothing waits and nothing is being fetched; a spider asks the one after the
 * other, and goes home while another spider, which has taken the last address in between, is going to find
 * links. */
#include "../monitor.h"
#include <sched.h>
#include <stdbool.h>

enum { PAGES = 32 };

struct crawl {
	pthread_mutex_t lock;
	int queue[PAGES], first, end;
	int fetching;
	int visits;
};

static struct crawl *crawl;
static int pages;

int crawl_waiting(struct crawl *c)
{
	int waiting;

	pthread_mutex_lock(&c->lock);
	waiting = c->end - c->first;
	pthread_mutex_unlock(&c->lock);
	return waiting;
}

int crawl_fetching(struct crawl *c)
{
	int fetching;

	pthread_mutex_lock(&c->lock);
	fetching = c->fetching;
	pthread_mutex_unlock(&c->lock);
	return fetching;
}

bool crawl_finished(struct crawl *c)
{
	bool finished;

	ought_lock(&c->lock);
	finished = crawl_fetching(c) == 0;
	finished = finished && crawl_waiting(c) == 0;
	ought_unlock(&c->lock);
	return finished;
}

bool crawl_idle(struct crawl *c)
{
	bool idle;

	pthread_mutex_lock(&c->lock);
	idle = c->fetching == 0 && c->first == c->end;
	pthread_mutex_unlock(&c->lock);
	return idle;
}

/* -1: nothing waits now. */
int crawl_take(struct crawl *c)
{
	int page = -1;

	pthread_mutex_lock(&c->lock);
	if (c->first < c->end) {
		page = c->queue[c->first++];
		c->fetching++;
	}
	pthread_mutex_unlock(&c->lock);
	return page;
}

/* The page was fetched; page p links to 2p and 2p + 1. */
void crawl_done(struct crawl *c, int page)
{
	pthread_mutex_lock(&c->lock);
	for (int link = 2 * page; link <= 2 * page + 1; link++)
		if (link <= pages)
			c->queue[c->end++] = link;
	c->fetching--;
	c->visits++;
	pthread_mutex_unlock(&c->lock);
}

static void *spider(void *unused)
{
	while (!crawl_finished(crawl)) {
		int page = crawl_take(crawl);

		if (page < 0) {
			sched_yield();
			continue;
		}
		subject_compute((unsigned)page);
		crawl_done(crawl, page);
	}
	OUGHT(crawl_idle(crawl));
	return unused;
}

int main(int argc, char **argv)
{
	pages = subject_input(argc, argv, 4);
	crawl = calloc(1, sizeof *crawl);
	monitor_init(&crawl->lock);
	crawl->queue[crawl->end++] = 1;
	RUN(NULL, spider, spider);
	assert(crawl->visits == pages);
	free(crawl);
	return 0;
}
