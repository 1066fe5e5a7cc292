/* SPDX-License-Identifier: Apache-2.0
 * clean_strtok.c: strtok, strtok_r and __strtok_r find the same words as natively, with one and with several
 * separators between them, at the ends, and at the end of the string.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

static void *cut_by_thread(void *unused)
{
	char line[] = "127.0.0.1   local\thost ";
	char *at = NULL;

	(void)unused;
	assert(strcmp(strtok_r(line, " \t", &at), "127.0.0.1") == 0);
	assert(at == line + 10);
	assert(strcmp(strtok_r(NULL, " \t", &at), "local") == 0);
	assert(strcmp(strtok_r(NULL, " \t", &at), "host") == 0);
	assert(!strtok_r(NULL, " \t", &at) && at == line + sizeof(line) - 1);
	assert(!strtok_r(NULL, " \t", &at));
	return NULL;
}

int main(void)
{
	char line[] = ",,a,bc,,d";
	char lone[] = "word";
	char *at = NULL;
	pthread_t t;

	pthread_create(&t, NULL, cut_by_thread, NULL);
	assert(strcmp(strtok(line, ","), "a") == 0);
	assert(memcmp(line, ",,a\0bc,,d", sizeof(line)) == 0);
	assert(strcmp(strtok(NULL, ","), "bc") == 0);
	assert(strcmp(strtok(NULL, ","), "d") == 0);
	assert(!strtok(NULL, ","));
	assert(__strtok_r(lone, ",", &at) == lone && at == lone + 4 && !__strtok_r(NULL, ",", &at));
	pthread_join(t, NULL);
	return 0;
}
