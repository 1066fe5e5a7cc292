/* SPDX-License-Identifier: Apache-2.0
 * robust_quick_exit.c: quick_exit runs its own handlers, last registered first, and not those of atexit.
 * EXPECT: passed */
#include <stdlib.h>
#include <unistd.h>

static int order;

static void never(void)
{
	_exit(9);
}

static void first_registered(void)
{
	_exit(order == 1 ? 0 : 8);
}

static void last_registered(void)
{
	order++;
}

int main(void)
{
	atexit(never);
	at_quick_exit(first_registered);
	at_quick_exit(last_registered);
	quick_exit(7);
}
