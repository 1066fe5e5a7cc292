/* SPDX-License-Identifier: Apache-2.0
 * heap_clean.c: threads use the whole allocator family as they should.
 * EXPECT: passed */
#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static volatile size_t too_much = SIZE_MAX / 2; /* volatile: compilers warn about it otherwise */

static void check(int ok)
{
	if (!ok)
		abort();
}

static void grow(void)
{
	char *text = malloc(1);
	size_t n = 1;

	check(text != NULL);
	text[0] = 'a';
	for (; n < 300; n *= 3) {
		text = realloc(text, n * 3);
		check(text != NULL);
		memset(text + n, 'a', n * 2);
	}
	for (size_t i = 0; i < n; i++)
		check(text[i] == 'a');
	text = reallocarray(text, 5, 2);
	check(text && text[9] == 'a');
	check(malloc_usable_size(text) >= 10);
	free(text);
}

static void zeroed(void)
{
	for (int round = 0; round < 3; round++) {
		int *p = calloc(10, sizeof *p);

		check(p != NULL);
		for (int i = 0; i < 10; i++) {
			check(p[i] == 0);
			p[i] = i + 1;
		}
		free(p);
	}
}

static void aligned(void)
{
	void *p = NULL, *q = aligned_alloc(64, 128), *r = memalign(32, 5), *s = valloc(1);

	check(posix_memalign(&p, 256, 10) == 0 && (uintptr_t)p % 256 == 0);
	check(q && (uintptr_t)q % 64 == 0 && r && (uintptr_t)r % 32 == 0 && s && (uintptr_t)s % 4096 == 0);
	memset(p, 1, 10);
	memset(q, 1, 128);
	free(p);
	free(q);
	free(r);
	free(s);
	check(posix_memalign(&p, 24, 10) == EINVAL);
}

static void strings(void)
{
	char *whole = strdup("a piece of text"), *part = strndup("a piece of text", 7);

	check(whole && part && !strcmp(part, "a piece"));
	check(strlen(whole) == 15 && strstr(whole, "of") == whole + 8);
	free(whole);
	free(part);
}

/* Through pointers that the compiler cannot see through: it assumes that malloc succeeds and leaves errno
 * alone. */
static void *(*volatile allocate)(size_t) = malloc;
static void *(*volatile allocate_array)(size_t, size_t) = calloc;

static void refused(void)
{
	errno = 0;
	check(!allocate(too_much) && errno == ENOMEM);
	errno = 0;
	check(!allocate_array(too_much, 4) && errno == ENOMEM);
	errno = 0;
	check(!reallocarray(NULL, too_much, 4) && errno == ENOMEM);
}

static void *work(void *unused)
{
	void *empty = malloc(0), *other = malloc(0);

	(void)unused;
	check(empty && other && empty != other);
	grow();
	zeroed();
	aligned();
	strings();
	refused();
	free(empty);
	free(other);
	free(NULL);
	return NULL;
}

/* A block may be freed by another thread than the one that allocated it. */
static void *release(void *block)
{
	free(block);
	return NULL;
}

int main(void)
{
	pthread_t t[3];
	char *handed_over = malloc(50);

	check(handed_over != NULL);
	handed_over[49] = 1;
	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	pthread_create(&t[2], NULL, release, handed_over);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	return 0;
}
