/* SPDX-License-Identifier: Apache-2.0
 *
 * After XStream (bug 5 of the paper): the cache of converters is emptied when one is registered, without
 * regard to a thread that has just seen that its converter is there. */
#include "serialiser.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct converter {
	const char *format;
};

struct serialiser {
	pthread_mutex_t lock;
	struct converter *cache[2];
};

static struct converter converters[] = {{"%d"}, {"%x"}};

struct serialiser *serialiser_create(void)
{
	struct serialiser *s = calloc(1, sizeof *s);

	pthread_mutex_init(&s->lock, NULL);
	return s;
}

void serialiser_destroy(struct serialiser *s)
{
	pthread_mutex_destroy(&s->lock);
	free(s);
}

void serialiser_register(struct serialiser *s, enum serialiser_type type)
{
	pthread_mutex_lock(&s->lock);
	s->cache[type] = NULL;
	pthread_mutex_unlock(&s->lock);
}

static void look_up(struct serialiser *s, enum serialiser_type type)
{
	if (!s->cache[type])
		s->cache[type] = &converters[type];
}

int serialiser_write(struct serialiser *s, enum serialiser_type type, int value, char *buffer, size_t size)
{
	const char *format;

	pthread_mutex_lock(&s->lock);
	look_up(s, type);
#ifdef FIXED
	format = s->cache[type]->format;
	pthread_mutex_unlock(&s->lock);
#else
	pthread_mutex_unlock(&s->lock);
	format = s->cache[type]->format;
#endif
	return snprintf(buffer, size, format, value);
}
