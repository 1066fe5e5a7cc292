/* SPDX-License-Identifier: Apache-2.0
 * heap_use_after_free.c: the owner frees a counted block while a borrower that did not count reads it.
 * EXPECT: use-after-free  EXPLAIN: 24 38|35 */
#include <pthread.h>
#include <stdlib.h>

struct message {
	int references;
	char text[40];
};

static struct message *message;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *owner(void *unused)
{
	int left;

	(void)unused;
	pthread_mutex_lock(&lock);
	left = --message->references;
	pthread_mutex_unlock(&lock);
	if (left == 0)
		free(message);
	return NULL;
}

static void *borrower(void *unused)
{
	struct message *borrowed;
	int sum = 0;

	(void)unused;
	pthread_mutex_lock(&lock);
	borrowed = message->references > 0 ? message : NULL; /* and not counted */
	pthread_mutex_unlock(&lock);
	for (unsigned i = 0; borrowed && i < sizeof borrowed->text; i += 8)
		sum += borrowed->text[i];
	return sum == 0 ? NULL : message;
}

int main(void)
{
	pthread_t borrow, own;

	message = calloc(1, sizeof *message);
	if (!message)
		return 1;
	message->references = 1;
	pthread_create(&borrow, NULL, borrower, NULL);
	pthread_create(&own, NULL, owner, NULL);
	pthread_join(borrow, NULL);
	pthread_join(own, NULL);
	return 0;
}
