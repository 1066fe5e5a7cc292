/* SPDX-License-Identifier: Apache-2.0
 * robust_no_threads.c: a program that never creates a thread has one schedule.
 * EXPECT: passed */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int *numbers = calloc(100, sizeof *numbers);
	int sum = 0;

	if (!numbers)
		return 1;
	for (int i = 0; i < 100; i++)
		numbers[i] = i;
	for (int i = 0; i < 100; i++)
		sum += numbers[i];
	free(numbers);
	printf("%d\n", sum);
	return sum == 4950 ? 0 : 1;
}
