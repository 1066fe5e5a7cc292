/* SPDX-License-Identifier: Apache-2.0
 * deadlock_relock_spin.c: a thread spins for a lock that it holds itself.
 * EXPECT: deadlock  EXPLAIN: 11 12 */
#include <pthread.h>

static pthread_spinlock_t s;

int main(void)
{
	pthread_spin_init(&s, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_lock(&s);
	pthread_spin_lock(&s);
	return 0;
}
