/* SPDX-License-Identifier: Apache-2.0
 * robust_exit_code_from_atexit.c: a handler that calls _exit decides the status.
 * EXPECT: exit  EXPLAIN: none [9 13] */
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
