/* SPDX-License-Identifier: Apache-2.0
 * children_buffer_if.c: two children put numbers into a bounded buffer in shared memory, the parent and a
 * thread of it take them out; mutex and condition variables are process-shared. Who is woken does not look
 * again whether there is room, or a number: the bug is there twice, in put and in take.
 * EXPECT: assert  EXPLAIN: 56|44 53|54|55|56|41|43 [41 42 43 44 45 53 57]
 * ARGS: -n 300 --children controlled */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROOM  2
#define EACH  3
#define MAKER 2

static struct shared {
	pthread_mutex_t lock;
	pthread_cond_t not_full, not_empty;
	int n, sum, items[ROOM];
} * s;

static void set_up(void)
{
	pthread_mutexattr_t lock;
	pthread_condattr_t cond;

	pthread_mutexattr_init(&lock);
	pthread_mutexattr_setpshared(&lock, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(&s->lock, &lock);
	pthread_condattr_init(&cond);
	pthread_condattr_setpshared(&cond, PTHREAD_PROCESS_SHARED);
	pthread_cond_init(&s->not_full, &cond);
	pthread_cond_init(&s->not_empty, &cond);
}

static void put(int item)
{
	pthread_mutex_lock(&s->lock);
	if (s->n == ROOM)
		pthread_cond_wait(&s->not_full, &s->lock);
	assert(s->n < ROOM);
	s->items[s->n++] = item;
	pthread_cond_signal(&s->not_empty);
	pthread_mutex_unlock(&s->lock);
}

static void *take(void *unused)
{
	for (int i = 0; i < EACH; i++) {
		pthread_mutex_lock(&s->lock);
		if (s->n == 0)
			pthread_cond_wait(&s->not_empty, &s->lock);
		assert(s->n > 0);
		s->sum += s->items[--s->n];
		pthread_cond_signal(&s->not_full);
		pthread_mutex_unlock(&s->lock);
	}
	return unused;
}

int main(void)
{
	pthread_t t;
	int status;

	s = mmap(NULL, sizeof *s, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s == MAP_FAILED)
		return 2;
	set_up();
	for (int i = 0; i < MAKER; i++)
		if (fork() == 0) {
			for (int k = 1; k <= EACH; k++)
				put(k);
			_exit(0);
		}
	pthread_create(&t, NULL, take, NULL);
	take(NULL);
	pthread_join(t, NULL);
	while (wait(&status) > 0)
		assert(status == 0);
	assert(s->sum == MAKER * EACH * (EACH + 1) / 2);
	return 0;
}
