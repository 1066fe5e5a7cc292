/* SPDX-License-Identifier: Apache-2.0
 * children_left_waiting.c: the program ends while its child still waits for a signal that never comes.
 * EXPECT: passed
 * ARGS: -n 100 --children controlled
 * NATIVE: no */
#include <unistd.h>

int main(void)
{
	pid_t child = fork();

	if (child == 0) {
		pause();
		_exit(1);
	}
	return child < 0;
}
