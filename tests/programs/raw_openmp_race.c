/* SPDX-License-Identifier: Apache-2.0
 * raw_openmp_race.c: the update of a shared sum is neither atomic nor critical.
 * EXPECT: exit  EXPLAIN: 13 [11 12]
 * FLAGS: -fopenmp
 * ARGS: -n 500
 * DETERMINISM: 30 */
int main(void)
{
	int sum = 0;

#pragma omp parallel for num_threads(2)
	for (int i = 1; i <= 4; i++)
		sum += i;
	return sum != 10;
}
