/* SPDX-License-Identifier: Apache-2.0
 * robust_libc_state.c: state inside libc (errno, getopt, locale, stdout's buffering) is as in a new process.
 * EXPECT: passed */
#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void)
{
	char *words[] = {"prog", "-a", "-b", NULL};

	if (errno != 0)
		return 1;
	if (optind != 1 || getopt(3, words, "ab") != 'a')
		return 2;
	if (strcmp(setlocale(LC_ALL, NULL), "C"))
		return 3;
	errno = EINVAL;
	setvbuf(stdout, NULL, _IONBF, 0);
	printf("unbuffered\n");
	return 0;
}
