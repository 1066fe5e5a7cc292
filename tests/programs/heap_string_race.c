/* SPDX-License-Identifier: Apache-2.0
 * heap_string_race.c: only string functions touch the shared text, which another thread shortens.
 * EXPECT: assert  EXPLAIN: 18 28 30 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 32

static char *text;
/* volatile: the compiler must not know what is copied, or it does the copying itself */
static const char *volatile longer = "a longer text", *volatile shorter = "short";

static void *shorten(void *unused)
{
	(void)unused;
	strcpy(text, shorter);
	return NULL;
}

static void *lengthen(void *unused)
{
	const char *mine = longer;
	size_t n;

	(void)unused;
	strcpy(text, mine);
	n = strlen(longer);
	assert(strlen(text) == n);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	text = calloc(1, ROOM);
	if (!text)
		return 1;
	pthread_create(&a, NULL, lengthen, NULL);
	pthread_create(&b, NULL, shorten, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	free(text);
	return 0;
}
