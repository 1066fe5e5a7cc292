/* SPDX-License-Identifier: Apache-2.0
 * free_three.c: a session is looked up, entered and used while another thread closes it.
 * FAILS: use-after-free
 * THREADS: 3
 *
 * The bug, in use(): a user finds the session, sees that it is open and only then enters it. The closing
 * thread has to unlink it after it was found, to see no user in it after that was asked, and to free it
 * before it is used. */
#include "../../subject.h"

struct session {
	int users, open, value;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct session *current;

static struct session *find(void)
{
	struct session *s;

	pthread_mutex_lock(&lock);
	s = current;
#ifdef FIXED
	if (s)
		s->users++;
#endif
	pthread_mutex_unlock(&lock);
	return s;
}

static int enter(struct session *s)
{
	int open;

	pthread_mutex_lock(&lock);
	open = s->open;
#ifndef FIXED
	if (open)
		s->users++; /* the bug: too late, the session may have been unlinked since it was found */
#endif
	pthread_mutex_unlock(&lock);
	return open;
}

static void leave(struct session *s)
{
	pthread_mutex_lock(&lock);
	s->users--;
	pthread_mutex_unlock(&lock);
}

static void *use(void *unused)
{
	struct session *s = find();

	if (!s)
		return unused;
	if (enter(s)) {
		pthread_mutex_lock(&lock);
		s->value++;
		pthread_mutex_unlock(&lock);
#ifndef FIXED
		leave(s);
#endif
	}
#ifdef FIXED
	leave(s);
#endif
	return unused;
}

static void *close_session(void *unused)
{
	struct session *s;
	int free_it;

	pthread_mutex_lock(&lock);
	s = current;
	current = NULL;
	pthread_mutex_unlock(&lock);
	pthread_mutex_lock(&lock);
	free_it = s->users == 0;
	s->open = !free_it;
	pthread_mutex_unlock(&lock);
	if (free_it)
		free(s);
	return unused;
}

int main(void)
{
	pthread_t threads[3];

	current = calloc(1, sizeof(*current));
	current->open = 1;
	threads[0] = subject_start(use, NULL);
	threads[1] = subject_start(use, NULL);
	threads[2] = subject_start(close_session, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
