/* SPDX-License-Identifier: Apache-2.0
 * limit_address_space.c: a program that limits its own address space gets no more memory than that, and no
 * more threads; what is within the limit it gets.
 * EXPECT: passed
 * FLAGS: -D_GNU_SOURCE */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

static pthread_barrier_t both;

static void *wait_for_main(void *unused)
{
	pthread_barrier_wait(&both);
	return unused;
}

static int start(pthread_t *thread, size_t stack)
{
	pthread_attr_t attr;
	int error;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, stack);
	error = pthread_create(thread, &attr, wait_for_main, NULL);
	pthread_attr_destroy(&attr);
	return error;
}

int main(void)
{
	struct rlimit limit = {.rlim_cur = 256UL << 20, .rlim_max = RLIM_INFINITY}, seen;
	volatile size_t much = 400UL << 20;
	pthread_t one, other;
	void *volatile p;

	getrlimit(RLIMIT_AS, &seen);
	assert(seen.rlim_cur != limit.rlim_cur);
	limit.rlim_max = seen.rlim_max;
	assert(!setrlimit(RLIMIT_AS, &limit));
	assert(!getrlimit(RLIMIT_AS, &seen) && seen.rlim_cur == limit.rlim_cur);
	p = malloc(much);
	assert(!p && errno == ENOMEM);
	assert(mmap(NULL, much, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED &&
	       errno == ENOMEM);
	for (int i = 0; i < 10; i++) { /* what was freed may be had again */
		p = malloc(100UL << 20);
		assert(p);
		free(p);
	}
	pthread_barrier_init(&both, NULL, 2);
	assert(!start(&one, 100UL << 20));
	assert(start(&other, 200UL << 20) == EAGAIN);
	pthread_barrier_wait(&both);
	assert(!pthread_join(one, NULL));
	limit.rlim_cur++;
	limit.rlim_max = limit.rlim_cur - 1;
	assert(setrlimit(RLIMIT_AS, &limit) == -1 && errno == EINVAL);
	return 0;
}
