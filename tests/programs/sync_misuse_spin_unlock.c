/* SPDX-License-Identifier: Apache-2.0
 * sync_misuse_spin_unlock.c: a thread frees a spin lock that another thread holds.
 * EXPECT: lock-misuse  EXPLAIN: 10 19 */
#include <pthread.h>

static pthread_spinlock_t s;

static void *other(void *arg)
{
	pthread_spin_unlock(&s);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_lock(&s);
	pthread_create(&t, NULL, other, NULL);
	pthread_join(t, NULL);
	return 0;
}
