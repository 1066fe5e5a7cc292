/* SPDX-License-Identifier: Apache-2.0
 * robust_wild_non_canonical.c: an address that no x86-64 process can have raises another kind of fault.
 * EXPECT: crash  EXPLAIN: 10 */
#include <stdint.h>

static int *volatile wild = (int *)(uintptr_t)0x1234567812345678ULL;

int main(void)
{
	return *wild;
}
