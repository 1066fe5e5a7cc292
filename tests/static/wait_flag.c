/* SPDX-License-Identifier: Apache-2.0
 * wait_flag.c: loops that end when a variable has been set: around a wait for a condition, and one that
 * spins. A branch is as good as a loop. A variable that is set at first orders nothing, nor does one that
 * two threads set.
 * PAIR: RW must read:36 write:54
 * PAIR: RW must atomic-load:37 atomic-store:61
 * PAIR: RW must atomic-load:37 atomic-store:68
 * PAIR: RW must read:38 write:55
 * PAIR: RW must read:43 write:70
 * PAIR: RW must read:43 write:60
 * PAIR: RW must atomic-load:44 atomic-store:62
 * PAIR: RW must atomic-store:61 atomic-store:68
 * PAIR: RW must atomic-store:62 atomic-load:69
 * PAIR: WN must cond-wait:41 signal:58
 * PAIR: WM must cond-wait:41 lock:56
 * PAIR: MM must lock:39 lock:56
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct {
	int other;
	bool ready;
} state = {3, false};
static atomic_int published, set_at_first = 1, set_by_two;
static int before, after, spun, unordered, by_two;

static void *reader(void *arg)
{
	int sum = 0;

	if (atomic_load(&set_at_first))
		sum += unordered;
	if (atomic_load(&set_by_two))
		sum += by_two;
	pthread_mutex_lock(&lock);
	while (!state.ready)
		pthread_cond_wait(&changed, &lock);
	pthread_mutex_unlock(&lock);
	sum += before + after;
	while (atomic_load(&published) < 2)
		;
	sum += spun;
	return sum ? arg : NULL;
}

static void *writer(void *arg)
{
	before = 1;
	spun = 1;
	unordered = 1;
	by_two = 1;
	pthread_mutex_lock(&lock);
	state.ready = true;
	pthread_cond_signal(&changed);
	pthread_mutex_unlock(&lock);
	after = 1;
	atomic_store(&set_by_two, 1);
	atomic_store(&published, 2);
	return arg;
}

static void *third(void *arg)
{
	atomic_store(&set_by_two, 1);
	if (atomic_load(&published) > 0)
		before++;
	return arg;
}

int main(void)
{
	pthread_t a, b, c;

	pthread_create(&a, NULL, reader, NULL);
	pthread_create(&b, NULL, writer, NULL);
	pthread_create(&c, NULL, third, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	pthread_join(c, NULL);
	return 0;
}
