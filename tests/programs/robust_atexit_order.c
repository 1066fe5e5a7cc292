/* SPDX-License-Identifier: Apache-2.0
 * robust_atexit_order.c: atexit handlers run in reverse order, once, after main, in every run.
 * EXPECT: passed */
#include <stdlib.h>
#include <unistd.h>

static int calls;

static void last(void)
{
	if (calls != 2)
		_exit(2);
}

static void second(void)
{
	if (calls++ != 1)
		_exit(3);
}

static void first(void)
{
	if (calls++ != 0)
		_exit(4);
}

int main(void)
{
	if (calls != 0)
		return 5;
	atexit(last);
	atexit(second);
	atexit(first);
	return 0;
}
