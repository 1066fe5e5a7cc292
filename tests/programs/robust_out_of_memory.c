/* SPDX-License-Identifier: Apache-2.0
 * robust_out_of_memory.c: an allocation that cannot be had returns NULL, as it does natively.
 * EXPECT: passed
 * ARGS: -n 200 */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>

int main(void)
{
	volatile size_t huge = SIZE_MAX / 2;

	errno = 0;
	void *volatile p = malloc(huge);
	if (p || errno != ENOMEM)
		return 1;
	p = calloc(huge, 3);
	return p ? 2 : 0;
}
