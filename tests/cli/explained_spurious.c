/* SPDX-License-Identifier: Apache-2.0
 *
 * Programs with one bug each, as explained.c; explain.sh says what the marks mean. These fail only if a wait
 * ends although nobody has woken the thread, which is allowed. */
#include <assert.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int full, content;
static atomic_int gate;

static void run(void *(*one)(void *), void *(*other)(void *))
{
	pthread_t threads[2];

	pthread_create(&threads[0], NULL, one, NULL);
	pthread_create(&threads[1], NULL, other, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
}

/* ---- a condition that is looked at once ---- */
/* @looks_once is a spurious wakeup: wait in a loop */
/* @looks_once says nobody has woken it */

static void *take(void *unused)
{
	pthread_mutex_lock(&lock);
	if (!full)
		pthread_cond_wait(&filled, &lock); /* @looks_once */
	assert(content == 42);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void *fill(void *unused)
{
	pthread_mutex_lock(&lock);
	content = 42;
	full = 1;
	pthread_cond_signal(&filled);
	pthread_mutex_unlock(&lock);
	return unused;
}

/* ---- the same with a futex ---- */
/* @futex_once is a spurious wakeup: wait in a loop */

static void *pass(void *unused)
{
	if (!atomic_load(&gate))
		syscall(SYS_futex, &gate, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0); /* @futex_once */
	assert(atomic_load(&gate));
	return unused;
}

static void *let_pass(void *unused)
{
	atomic_store(&gate, 1);
	syscall(SYS_futex, &gate, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
	return unused;
}

int main(int argc, char **argv)
{
	const char *bug = argc > 1 ? argv[1] : "";

	if (!strcmp(bug, "looks_once"))
		run(take, fill);
	if (!strcmp(bug, "futex_once"))
		run(pass, let_pass);
	return 0;
}
