/* SPDX-License-Identifier: Apache-2.0
 * Both halves of an update are under the spinlock; racy: the second comes after it. */
#include "race.h"

static pthread_spinlock_t lock;
static int first, second;

THREAD(update)
{
	pthread_spin_lock(&lock);
	first++;
	if (RACY_OR(false, true))
		second++;
	pthread_spin_unlock(&lock);
	if (RACY_OR(true, false))
		second++; /* race */
}

int main(void)
{
	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	RUN(update, update);
	pthread_spin_destroy(&lock);
	return 0;
}
