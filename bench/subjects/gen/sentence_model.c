/* SPDX-License-Identifier: Apache-2.0
 *
 * After MedlineSentenceModel of LingPipe (bug 6 of the paper): the model remembers where it is in a text in
 * itself, and two threads that use it find it in a state that cannot be. */
#include "sentence_model.h"

#include <stdlib.h>
#include <string.h>
#include <pthread.h>

struct sentence_model {
	pthread_mutex_t lock;
	char stops[8];
	unsigned nstops;
	const char *at, *end; /* of the text that is looked at; NULL: none */
};

struct sentence_model *sentence_model_new(void)
{
	struct sentence_model *m = calloc(1, sizeof *m);

	pthread_mutex_init(&m->lock, NULL);
	m->stops[m->nstops++] = '.';
	return m;
}

void sentence_model_delete(struct sentence_model *m)
{
	pthread_mutex_destroy(&m->lock);
	free(m);
}

void sentence_model_add_stop(struct sentence_model *m, char stop)
{
	pthread_mutex_lock(&m->lock);
	if (m->nstops < sizeof m->stops)
		m->stops[m->nstops++] = stop;
	pthread_mutex_unlock(&m->lock);
}

static void begin(struct sentence_model *m, const char *text, size_t length)
{
	if (m->at)
		abort(); /* a text is being looked at already */
	m->at = text;
	m->end = text + length;
}

static int count(struct sentence_model *m)
{
	int n = 0;

	while (m->at < m->end)
		n += memchr(m->stops, *m->at++, m->nstops) != NULL;
	m->at = NULL;
	return n;
}

int sentence_model_count(struct sentence_model *m, const char *text, size_t length)
{
	int n;

#ifdef FIXED
	pthread_mutex_lock(&m->lock);
#endif
	begin(m, text, length);
	n = count(m);
#ifdef FIXED
	pthread_mutex_unlock(&m->lock);
#endif
	return n;
}
