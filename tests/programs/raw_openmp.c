/* SPDX-License-Identifier: Apache-2.0
 * raw_openmp.c: OpenMP's loops, critical sections, atomics, barriers and locks, in libraries not rebuilt.
 * EXPECT: passed
 * FLAGS: -fopenmp
 * ARGS: -n 200
 * DETERMINISM: 30 */
#include <assert.h>
#include <omp.h>

#define THREADS 3
#define ITEMS	6

int main(void)
{
	int sum = 0, counter = 0, once = 0, before = 0, reduced = 0, locked = 0;
	omp_lock_t lock;

	omp_init_lock(&lock);
#pragma omp parallel num_threads(THREADS)
	{
		assert(omp_get_num_threads() == THREADS);
#pragma omp atomic
		before++;
#pragma omp barrier
		assert(before == THREADS);
#pragma omp for schedule(dynamic) reduction(+ : reduced)
		for (int i = 0; i < ITEMS; i++) {
#pragma omp critical
			sum += i;
			reduced += i;
		}
#pragma omp single
		once++;
#pragma omp atomic
		counter++;
		omp_set_lock(&lock);
		locked++;
		omp_unset_lock(&lock);
	}
	assert(sum == ITEMS * (ITEMS - 1) / 2 && reduced == sum);
	assert(counter == THREADS && once == 1 && locked == THREADS);
	omp_destroy_lock(&lock);
	return 0;
}
