/* SPDX-License-Identifier: Apache-2.0
 * robust_kills_itself.c: raise(SIGTERM) with the default action ends the program by a signal.
 * EXPECT: crash  EXPLAIN: 9
 * DETERMINISM: no */
#include <signal.h>

int main(void)
{
	raise(SIGTERM);
	return 0;
}
