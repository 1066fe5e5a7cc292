/* SPDX-License-Identifier: Apache-2.0
 * web_server.c: a small web server with a pool of clients and a buffer of unparsed headers.
 * SETS: struct headers, struct pool
 * VIOLATES: headers_append/headers_append headers_append/headers_parse
 * VIOLATES: pool_admit/pool_admit
 * FAILS: assert
 * PAPER: monitor none in an hour, AssetFuzzer 116 (0.85)
 *
 * The bugs: the raw text and its length change in two critical sections; and whether there is room for
 * another client is asked in one, the client counted in another one. */
#include "../monitor.h"
#include <stdbool.h>
#include <string.h>

enum { SIZE = 64, CLIENTS = 1 };

struct headers {
	pthread_mutex_t lock;
	char raw[SIZE];
	int length;
};

struct pool {
	pthread_mutex_t lock;
	int clients, refused;
};

static struct headers *headers;
static struct pool *pool;
static int requests;

void headers_append(struct headers *h, const char *text)
{
	int length = (int)strlen(text), at;

	ought_lock(&h->lock);
	pthread_mutex_lock(&h->lock);
	at = h->length;
	if (at + length <= SIZE)
		memcpy(h->raw + at, text, (size_t)length);
	pthread_mutex_unlock(&h->lock);
	pthread_mutex_lock(&h->lock);
	if (at + length <= SIZE)
		h->length = at + length;
	pthread_mutex_unlock(&h->lock);
	ought_unlock(&h->lock);
}

int headers_parse(struct headers *h)
{
	int lines = 0;

	pthread_mutex_lock(&h->lock);
	for (int i = 0; i < h->length; i++)
		lines += h->raw[i] == '\n';
	h->length = 0;
	pthread_mutex_unlock(&h->lock);
	return lines;
}

bool pool_has_room(struct pool *p)
{
	bool room;

	pthread_mutex_lock(&p->lock);
	room = p->clients < CLIENTS;
	pthread_mutex_unlock(&p->lock);
	return room;
}

void pool_count(struct pool *p, int by)
{
	pthread_mutex_lock(&p->lock);
	p->clients += by;
	OUGHT(p->clients <= CLIENTS);
	pthread_mutex_unlock(&p->lock);
}

bool pool_admit(struct pool *p)
{
	bool admitted;

	ought_lock(&p->lock);
	admitted = pool_has_room(p);
	if (admitted)
		pool_count(p, 1);
	ought_unlock(&p->lock);
	return admitted;
}

static void *client(void *unused)
{
	for (int i = 0; i < requests; i++) {
		if (!pool_admit(pool))
			continue;
		headers_append(headers, "Host: x\n");
		headers_parse(headers);
		pool_count(pool, -1);
	}
	headers_append(headers, "Bye\n");
	return unused;
}

int main(int argc, char **argv)
{
	requests = subject_input(argc, argv, 2);
	headers = calloc(1, sizeof *headers);
	pool = calloc(1, sizeof *pool);
	monitor_init(&headers->lock);
	monitor_init(&pool->lock);
	RUN(NULL, client, client);
	free(headers);
	free(pool);
	return 0;
}
