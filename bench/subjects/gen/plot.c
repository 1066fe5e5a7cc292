/* SPDX-License-Identifier: Apache-2.0
 *
 * After XYPlot of JFreeChart (bug 14 of the paper): drawing goes through the list of notes without the lock.
 */
#include "plot.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct plot_note {
	char *text;
	struct plot_note *next;
};

struct plot {
	pthread_mutex_t lock;
	struct plot_note *notes;
};

struct plot *plot_new(void)
{
	struct plot *p = calloc(1, sizeof *p);

	pthread_mutex_init(&p->lock, NULL);
	return p;
}

struct plot_note *plot_note_new(const char *text)
{
	struct plot_note *n = calloc(1, sizeof *n);

	n->text = strdup(text);
	return n;
}

void plot_note_free(struct plot_note *n)
{
	free(n->text);
	free(n);
}

void plot_add_note(struct plot *p, struct plot_note *n)
{
	struct plot_note *copy = plot_note_new(n->text);

	pthread_mutex_lock(&p->lock);
	copy->next = p->notes;
	p->notes = copy;
	pthread_mutex_unlock(&p->lock);
}

void plot_clear_notes(struct plot *p)
{
	struct plot_note *notes;

	pthread_mutex_lock(&p->lock);
	notes = p->notes;
	p->notes = NULL;
	pthread_mutex_unlock(&p->lock);
	while (notes) {
		struct plot_note *n = notes;

		notes = n->next;
		plot_note_free(n);
	}
}

int plot_draw(struct plot *p, int (*draw)(void *user, const char *text), void *user)
{
	int n = 0;

#ifdef FIXED
	pthread_mutex_lock(&p->lock);
#endif
	for (struct plot_note *note = p->notes; note; note = note->next)
		n += draw(user, note->text) == 0;
#ifdef FIXED
	pthread_mutex_unlock(&p->lock);
#endif
	return n;
}

void plot_free(struct plot *p)
{
	plot_clear_notes(p);
	pthread_mutex_destroy(&p->lock);
	free(p);
}
