/* SPDX-License-Identifier: Apache-2.0
 * robust_handles_segv.c: a program with a SIGSEGV handler of its own gets its own faults.
 * EXPECT: passed
 * ARGS: -n 500 */
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

static sigjmp_buf back;
static int *volatile null;
static char page_writes[8192];

static void handler(int signal)
{
	(void)signal;
	siglongjmp(back, 1);
}

int main(void)
{
	struct sigaction action = {.sa_handler = handler};

	if (page_writes[4096])
		return 1;
	sigaction(SIGSEGV, &action, NULL);
	page_writes[4096] = 1;
	if (sigsetjmp(back, 1) == 0) {
		*null = 1;
		return 2;
	}
	return 0;
}
