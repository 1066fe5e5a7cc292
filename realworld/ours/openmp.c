/* SPDX-License-Identifier: Apache-2.0
 *
 * openmp SIZE ROUNDS: heat spreads over a plate (loops with static and dynamic schedules, a reduction, a
 * critical section), and a sum is computed by tasks. The results are compared with those of one thread; exit
 * status 0: they agree. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *plate(int n)
{
	double *p = calloc((size_t)n * (size_t)n, sizeof *p);

	if (!p)
		abort();
	for (int i = 0; i < n; i++)
		p[i] = 1000;
	return p;
}

static void relax_row(const double *from, double *to, int n, int i)
{
	for (int j = 1; j < n - 1; j++)
		to[i * n + j] = (from[(i - 1) * n + j] + from[(i + 1) * n + j] + from[i * n + j - 1] +
				 from[i * n + j + 1]) /
				4;
}

static void relax(double *a, double *b, int n, int rounds)
{
	for (int r = 0; r < rounds; r++) {
		double *from = r & 1 ? b : a, *to = r & 1 ? a : b;

		for (int i = 1; i < n - 1; i++)
			relax_row(from, to, n, i);
	}
}

static void relax_parallel(double *a, double *b, int n, int rounds)
{
#pragma omp parallel num_threads(4)
	for (int r = 0; r < rounds; r++) {
		double *from = r & 1 ? b : a, *to = r & 1 ? a : b;

		if (r & 2) {
#pragma omp for schedule(static)
			for (int i = 1; i < n - 1; i++)
				relax_row(from, to, n, i);
		} else {
#pragma omp for schedule(dynamic, 4)
			for (int i = 1; i < n - 1; i++)
				relax_row(from, to, n, i);
		}
	}
}

static int heat(int n, int rounds)
{
	double *a = plate(n), *b = plate(n), *c = plate(n), *d = plate(n);
	int same;

	relax(a, b, n, rounds);
	relax_parallel(c, d, n, rounds);
	same = !memcmp(a, c, sizeof *a * (size_t)n * (size_t)n) &&
	       !memcmp(b, d, sizeof *b * (size_t)n * (size_t)n);
	free(a);
	free(b);
	free(c);
	free(d);
	return same;
}

static int sums(int n)
{
	long sum = 0, largest = 0, expected = 0;

#pragma omp parallel for reduction(+ : sum) num_threads(4)
	for (int i = 0; i < n; i++) {
		sum += (long)i * 7 % 13;
		if (i % 16 == 0) {
#pragma omp critical
			if (i > largest)
				largest = i;
		}
	}
	for (int i = 0; i < n; i++)
		expected += (long)i * 7 % 13;
	return sum == expected && largest == (n - 1) / 16 * 16;
}

static long fibonacci(int n)
{
	long a, b;

	if (n < 2)
		return n;
#pragma omp task shared(a) if (n > 5)
	a = fibonacci(n - 1);
#pragma omp task shared(b) if (n > 5)
	b = fibonacci(n - 2);
#pragma omp taskwait
	return a + b;
}

static int tasks(void)
{
	long f = 0;

#pragma omp parallel num_threads(4)
#pragma omp single
	f = fibonacci(10);
	return f == 55;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100, rounds = argc > 2 ? atoi(argv[2]) : 20;

	if (!heat(n, rounds) || !sums(n * 8) || !tasks()) {
		fputs("the results of several threads and of one differ\n", stderr);
		return 1;
	}
	return 0;
}
