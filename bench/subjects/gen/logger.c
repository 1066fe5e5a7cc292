/* SPDX-License-Identifier: Apache-2.0
 *
 * After Logger of the JDK (bug 8 of the paper): a handler is made when it is needed and looked at twice
 * without the lock, so that it may be gone the second time. */
#include "logger.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct handler {
	int messages;
};

struct logger {
	pthread_mutex_t lock;
	int level, count;
	struct handler *handler;
};

struct logger *logger_new(const char *name)
{
	struct logger *l = calloc(1, sizeof *l);

	(void)name;
	pthread_mutex_init(&l->lock, NULL);
	return l;
}

void logger_free(struct logger *l)
{
	pthread_mutex_destroy(&l->lock);
	free(l);
}

void logger_set_level(struct logger *l, int level)
{
	pthread_mutex_lock(&l->lock);
	l->level = level;
	pthread_mutex_unlock(&l->lock);
}

static void make_handler(struct logger *l)
{
	static struct handler only; /* handlers are kept, so that a logger that uses one is safe */

	if (!l->handler)
		l->handler = &only;
}

void logger_log(struct logger *l, int level, const char *message)
{
	(void)message;
	pthread_mutex_lock(&l->lock);
	make_handler(l);
#ifndef FIXED
	pthread_mutex_unlock(&l->lock);
#endif
	if (level >= l->level) {
		l->handler->messages++;
		l->count++;
	}
#ifdef FIXED
	pthread_mutex_unlock(&l->lock);
#endif
}

void logger_reset(struct logger *l)
{
	pthread_mutex_lock(&l->lock);
	l->handler = NULL;
	pthread_mutex_unlock(&l->lock);
}

int logger_count(const struct logger *l)
{
	return l->count;
}
