/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_spin_destroyed.c: a spin lock is destroyed while another thread may still want it.
 * EXPECT: lock-misuse  EXPLAIN: 10|11 23 */
#include <pthread.h>

static pthread_spinlock_t spin;

static void *worker(void *arg)
{
	pthread_spin_lock(&spin);
	pthread_spin_unlock(&spin);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&t, NULL, worker, NULL);
	pthread_spin_lock(&spin);
	pthread_spin_unlock(&spin);
	pthread_spin_destroy(&spin);
	pthread_join(t, NULL);
	return 0;
}
