/* SPDX-License-Identifier: Apache-2.0
 * robust_illegal_instruction.c: the compiler's trap instruction.
 * EXPECT: crash  EXPLAIN: 9 */
static volatile int reached = 1;

int main(void)
{
	if (reached)
		__builtin_trap();
	return 0;
}
