/* SPDX-License-Identifier: Apache-2.0
 * robust_exit_code.c: main returns 3.
 * EXPECT: exit  EXPLAIN: 6|7 */
int main(void)
{
	return 3;
}
