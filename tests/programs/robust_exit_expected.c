/* SPDX-License-Identifier: Apache-2.0
 * robust_exit_expected.c: main returns 3, and the user said that this is right.
 * EXPECT: passed
 * ARGS: --expect-exit 3
 * NATIVE: no */
int main(void)
{
	return 3;
}
