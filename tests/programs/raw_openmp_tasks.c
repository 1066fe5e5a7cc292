/* SPDX-License-Identifier: Apache-2.0
 * raw_openmp_tasks.c: tasks of OpenMP; clang's library spins unseen when it waits for them.
 * EXPECT: passed
 * FLAGS: -fopenmp
 * ARGS: -n 10
 * DETERMINISM: 5 */
#include <assert.h>

static int fibonacci(int n)
{
	int a, b;

	if (n < 2)
		return n;
#pragma omp task shared(a)
	a = fibonacci(n - 1);
#pragma omp task shared(b)
	b = fibonacci(n - 2);
#pragma omp taskwait
	return a + b;
}

int main(void)
{
	int result = 0;

#pragma omp parallel num_threads(3)
#pragma omp single
	result = fibonacci(4);
	assert(result == 3);
	return 0;
}
