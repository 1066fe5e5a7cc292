/* SPDX-License-Identifier: Apache-2.0
 * matrix.c: a product of matrices, row by row: each worker asks for the next row.
 * INPUT: 8
 *
 * The workers share the number of the next row (a lock) and the count of rows that are done (an atomic); the
 * matrices are read by all and written by one. Main checks the result by another way of computing its sum. */
#include "../subject.h"

#include <stdatomic.h>

enum { N_MAX = 640, WORKERS = 4 };

static double a[N_MAX][N_MAX], b[N_MAX][N_MAX], c[N_MAX][N_MAX];
static int n, next_row;
static atomic_int done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int take_row(void)
{
	int row;

	pthread_mutex_lock(&lock);
	row = next_row < n ? next_row++ : -1;
	pthread_mutex_unlock(&lock);
	return row;
}

static void *work(void *unused)
{
	int row;

	(void)unused;
	while ((row = take_row()) >= 0) {
		for (int j = 0; j < n; j++) {
			double sum = 0;

			for (int k = 0; k < n; k++)
				sum += a[row][k] * b[j][k]; /* b is stored by columns */
			c[row][j] = sum;
		}
		atomic_fetch_add(&done, 1);
	}
	return NULL;
}

/* The sum of all elements of the product is that of the columns' sums times the rows' sums. */
static double expected_sum(void)
{
	double sum = 0;

	for (int k = 0; k < n; k++) {
		double column = 0, row = 0;

		for (int i = 0; i < n; i++) {
			column += a[i][k];
			row += b[i][k];
		}
		sum += column * row;
	}
	return sum;
}

int main(int argc, char **argv)
{
	pthread_t t[WORKERS];
	double sum = 0;

	n = 80 * subject_input(argc, argv, 8);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++) {
			a[i][k] = (i * 7 + k * 3) % 11;
			b[i][k] = (i * 5 + k * 2) % 13;
		}
	for (int i = 0; i < WORKERS; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < WORKERS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < n; i++)
		for (int k = 0; k < n; k++)
			sum += c[i][k];
	return done != n || sum != expected_sum();
}
