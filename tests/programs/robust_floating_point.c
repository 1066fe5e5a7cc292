/* SPDX-License-Identifier: Apache-2.0
 * robust_floating_point.c: the rounding mode belongs to a thread and survives its switches.
 * EXPECT: passed */
#include <fenv.h>
#include <pthread.h>
#include <sched.h>
#include <stdint.h>

static volatile double third = 3.0;

static void *worker(void *arg)
{
	int up = (intptr_t)arg != 0;
	double sums[4] = {0};

	fesetround(up ? FE_UPWARD : FE_DOWNWARD);
	for (int i = 0; i < 6; i++) {
		for (int k = 0; k < 4; k++)
			sums[k] += 1.0 / third;
		sched_yield();
	}
	if (fegetround() != (up ? FE_UPWARD : FE_DOWNWARD))
		return (void *)1;
	return (up ? sums[0] >= 2.0 : sums[0] <= 2.0) ? NULL : (void *)1;
}

int main(void)
{
	pthread_t t[2];
	void *bad[2];

	if (fegetround() != FE_TONEAREST)
		return 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, (void *)(intptr_t)i);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], &bad[i]);
	return bad[0] || bad[1] ? 2 : 0;
}
