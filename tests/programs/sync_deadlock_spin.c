/* SPDX-License-Identifier: Apache-2.0
 * sync_deadlock_spin.c: two spin locks in opposite order: both threads would spin for ever.
 * EXPECT: deadlock  EXPLAIN: 12 13 */
#include <pthread.h>

static pthread_spinlock_t s[2];

static void *worker(void *arg)
{
	int first = arg != NULL;

	pthread_spin_lock(&s[first]);
	pthread_spin_lock(&s[!first]);
	pthread_spin_unlock(&s[!first]);
	pthread_spin_unlock(&s[first]);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	pthread_spin_init(&s[0], PTHREAD_PROCESS_PRIVATE);
	pthread_spin_init(&s[1], PTHREAD_PROCESS_PRIVATE);
	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, &a);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
