/* SPDX-License-Identifier: Apache-2.0
 * instruction.c: decides by a random number that the processor makes.
 * NAMES: the instruction rdrand or rdseed */
#include <x86intrin.h>

#include "toss.h"

__attribute__((target("rdrnd"))) static int odd_one(void)
{
	unsigned long long number = 0;

	while (!_rdrand64_step(&number)) /* HERE */
		;
	return (int)(number & 1);
}
