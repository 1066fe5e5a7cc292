/* SPDX-License-Identifier: Apache-2.0
 * sync_sem_named.c: one of two threads creates a named semaphore, both use it; no run sees the last one's.
 * EXPECT: passed */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static char name[64];
static atomic_int creators, inside;

static void *worker(void *arg)
{
	sem_t *s = sem_open(name, O_CREAT | O_EXCL, 0600, 1);

	if (s != SEM_FAILED)
		creators++;
	else
		assert(errno == EEXIST && (s = sem_open(name, 0)) != SEM_FAILED);
	assert(sem_wait(s) == 0);
	assert(++inside == 1);
	inside--;
	assert(sem_post(s) == 0);
	assert(sem_close(s) == 0);
	return arg;
}

int main(void)
{
	pthread_t a, b;
	sem_t *s, *again;

	snprintf(name, sizeof name, "/heddle-sync-sem-named-%ld", (long)getpid());
	assert(sem_open(name, 0) == SEM_FAILED && errno == ENOENT);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	assert(creators == 1);
	s = sem_open(name, O_CREAT, 0600, 7);
	again = sem_open(name, 0);
	assert(s != SEM_FAILED && s == again);
	assert(sem_unlink(name) == 0 && sem_unlink(name) == -1 && errno == ENOENT);
	assert(sem_trywait(s) == 0 && sem_trywait(s) == -1);
	assert(sem_close(s) == 0 && sem_close(again) == 0);
	assert(sem_open("/a/b", O_CREAT, 0600, 1) == SEM_FAILED && errno == EINVAL);
	return 0;
}
