/* SPDX-License-Identifier: Apache-2.0
 * thread_attributes.c: a thread knows its own stack, name, processors and number.
 * EXPECT: passed */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { STACK = 256 * 1024 };

static _Alignas(4096) char my_stack[STACK];
static pid_t main_number;

static void *worker(void *arg)
{
	char name[16];
	void *lo;
	size_t size;
	pthread_attr_t attr;
	cpu_set_t cpus;

	assert(pthread_getattr_np(pthread_self(), &attr) == 0);
	assert(pthread_attr_getstack(&attr, &lo, &size) == 0);
	pthread_attr_destroy(&attr);
	assert((char *)name >= (char *)lo && (char *)name < (char *)lo + size);
	assert(!arg || ((char *)lo == my_stack && size == STACK));
	assert(pthread_setname_np(pthread_self(), "a much too long name") == ERANGE);
	assert(pthread_setname_np(pthread_self(), "worker") == 0);
	assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0 && !strcmp(name, "worker"));
	assert(pthread_getaffinity_np(pthread_self(), sizeof cpus, &cpus) == 0 && CPU_COUNT(&cpus) > 0);
	assert(pthread_setaffinity_np(pthread_self(), sizeof cpus, &cpus) == 0);
	assert(gettid() != main_number);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	pthread_attr_t attr;

	main_number = gettid();
	assert(main_number == getpid());
	pthread_attr_init(&attr);
	pthread_attr_setstack(&attr, my_stack, STACK);
	assert(pthread_create(&t[0], &attr, worker, my_stack) == 0);
	assert(pthread_create(&t[1], NULL, worker, NULL) == 0);
	assert(pthread_kill(t[0], 0) == 0);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return 0;
}
