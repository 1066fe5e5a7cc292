/* SPDX-License-Identifier: Apache-2.0
 * robust_exit_code_from_atexit.c: a handler that calls _exit decides the status.
 * EXPECT: exit  EXPLAIN: 9 */
#include <stdlib.h>
#include <unistd.h>

static void decide(void)
{
	_exit(6);
}

int main(void)
{
	atexit(decide);
	return 0;
}
