/* SPDX-License-Identifier: Apache-2.0
 * critical.c: threads enter a section by turns, as a variable tells.
 * SETS: struct section
 * VIOLATES: section_enter/section_enter section_enter/section_leave
 * FAILS: assert
 * PAPER: cycles 1, wrong 0
 *
 * The bug: that the section is free is seen in one critical section, and it is occupied in another one. */
#include "../monitor.h"
#include <stdbool.h>

struct section {
	pthread_mutex_t lock;
	int inside, entered;
};

static struct section *section;
static int rounds;

bool section_free(struct section *s)
{
	bool is_free;

	pthread_mutex_lock(&s->lock);
	is_free = s->inside == 0;
	pthread_mutex_unlock(&s->lock);
	return is_free;
}

bool section_enter(struct section *s)
{
	bool entered;

	ought_lock(&s->lock);
	entered = section_free(s);
	if (entered) {
		pthread_mutex_lock(&s->lock);
		s->inside++;
		s->entered++;
		OUGHT(s->inside == 1);
		pthread_mutex_unlock(&s->lock);
	}
	ought_unlock(&s->lock);
	return entered;
}

void section_leave(struct section *s)
{
	pthread_mutex_lock(&s->lock);
	s->inside--;
	pthread_mutex_unlock(&s->lock);
}

static void *visits(void *unused)
{
	for (int i = 0; i < rounds; i++)
		if (section_enter(section))
			section_leave(section);
	return unused;
}

int main(int argc, char **argv)
{
	rounds = subject_input(argc, argv, 2);
	section = calloc(1, sizeof *section);
	monitor_init(&section->lock);
	RUN(NULL, visits, visits);
	free(section);
	return 0;
}
