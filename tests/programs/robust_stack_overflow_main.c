/* SPDX-License-Identifier: Apache-2.0
 * robust_stack_overflow_main.c: main itself recurses without end.
 * EXPECT: crash  EXPLAIN: 7|8|11|12
 * DETERMINISM: 5 */
static volatile int endless = 1;

static int descend(int depth)
{
	volatile char frame[512];

	frame[0] = (char)depth;
	return endless ? descend(depth + 1) + frame[0] : 0;
}

int main(void)
{
	return descend(0);
}
