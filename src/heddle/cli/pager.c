/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/cli/pager.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEFAULT_PAGER "less"
#define NOT_THERE     127 /* what the shell says of a command that it does not find */

static bool is_longer_than_screen(const char *text)
{
	struct winsize size;
	unsigned lines = 0;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_row)
		return false;
	for (; *text && lines < size.ws_row; text++)
		lines += *text == '\n';
	return lines >= size.ws_row;
}

/* The command of the pager, or NULL: none is wanted, or the terminal cannot do it. */
static const char *pager_command(void)
{
	const char *term = getenv("TERM"), *pager = getenv("PAGER");

	if (!isatty(STDOUT_FILENO) || !term || !*term || !strcmp(term, "dumb"))
		return NULL;
	if (!pager)
		return DEFAULT_PAGER;
	return *pager && strcmp(pager, "cat") != 0 ? pager : NULL;
}

static void do_nothing(int signal)
{
	(void)signal;
}

/* False: there is no such pager, and nothing was shown. */
static bool show_in(const char *pager, const char *text, size_t length)
{
	/* Ctrl-C is for the pager, and that it may end before it has read all is no error of ours. A handler,
	 * other than an ignored signal, is not inherited by the pager. */
	struct sigaction nothing = {.sa_handler = do_nothing, .sa_flags = SA_RESTART}, interrupt, broken;
	FILE *f;
	int status = 0;

	setenv("LESS", "R", 0); /* colours stay colours */
	sigaction(SIGINT, &nothing, &interrupt);
	sigaction(SIGPIPE, &nothing, &broken);
	f = popen(pager, "w");
	if (f) {
		fwrite(text, 1, length, f);
		status = pclose(f);
	}
	sigaction(SIGINT, &interrupt, NULL);
	sigaction(SIGPIPE, &broken, NULL);
	return f && !(WIFEXITED(status) && WEXITSTATUS(status) == NOT_THERE);
}

void hd_page(const char *text, size_t length, bool paged)
{
	const char *pager = paged && is_longer_than_screen(text) ? pager_command() : NULL;

	if (!pager || !show_in(pager, text, length))
		fwrite(text, 1, length, stdout);
}
