/* SPDX-License-Identifier: Apache-2.0
 * robust_assert.c: a failed assertion in main, before any thread.
 * EXPECT: assert  EXPLAIN: 10 */
#include <assert.h>

static volatile int zero;

int main(void)
{
	assert(zero == 1);
	return 0;
}
