/* SPDX-License-Identifier: Apache-2.0
 *
 * What the letters of its input (FILE, --from=FILE or the standard input) ask for: each is two threads over
 * other data. Only x can fail. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static int stock[4];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *p)
{
	int *at = p, seen = *at;

	*at = seen + 1;
	return p;
}
static void *guarded(void *p)
{
	int *at = p;

	pthread_mutex_lock(&lock);
	++*at;
	pthread_mutex_unlock(&lock);
	return p;
}
static void both(void *(*f)(void *), int *at)
{
	pthread_t one, two;

	pthread_create(&one, 0, f, at);
	pthread_create(&two, 0, f, at);
	pthread_join(one, 0);
	pthread_join(two, 0);
}
int main(int argc, char **argv)
{
	char text[100] = "";
	const char *name = argc > 1 ? argv[1] + (strncmp(argv[1], "--from=", 7) ? 0 : 7) : NULL;
	FILE *f = name ? fopen(name, "r") : stdin;

	assert(f);
	text[fread(text, 1, 99, f)] = 0;
	if (strchr(text, 'a'))
		both(add, &stock[0]);
	if (strchr(text, 'g'))
		both(guarded, &stock[1]);
	if (strchr(text, 'x')) {
		both(add, &stock[2]);
		assert(stock[2] == 2);
	}
	if (f != stdin)
		fclose(f);
	return 0;
}
