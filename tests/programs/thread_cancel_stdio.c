/* SPDX-License-Identifier: Apache-2.0
 * thread_cancel_stdio.c: threads that do nothing but write to streams are cancelled there, in a full buffer
 * and without one; so is one that reads. Their clean-up handlers run.
 * EXPECT: passed */
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

static int cleaned;

static void clean(void *unused)
{
	(void)unused;
	__atomic_add_fetch(&cleaned, 1, __ATOMIC_SEQ_CST);
}

static void *write_lines(void *stream)
{
	pthread_cleanup_push(clean, NULL);
	for (;;) {
		fprintf(stream, "%s\n", "a line that ends in a stream");
		sched_yield();
	}
	pthread_cleanup_pop(0);
	return NULL;
}

static void *read_characters(void *stream)
{
	pthread_cleanup_push(clean, NULL);
	for (;;) {
		if (fgetc(stream) == EOF)
			rewind(stream);
		sched_yield();
	}
	pthread_cleanup_pop(0);
	return NULL;
}

static void try(void *(*does)(void *), FILE *stream)
{
	pthread_t thread;
	void *result;

	assert(stream);
	assert(!pthread_create(&thread, NULL, does, stream));
	assert(!pthread_cancel(thread));
	assert(!pthread_join(thread, &result));
	assert(result == PTHREAD_CANCELED);
	fclose(stream);
}

int main(void)
{
	FILE *unbuffered = fopen("/dev/null", "w");

	setvbuf(unbuffered, NULL, _IONBF, 0);
	try(write_lines, unbuffered);
	try(write_lines, fopen("/dev/null", "w"));
	try(read_characters, fopen("/dev/null", "r"));
	assert(__atomic_load_n(&cleaned, __ATOMIC_SEQ_CST) <= 3);
	return 0;
}
