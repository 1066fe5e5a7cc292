/* SPDX-License-Identifier: Apache-2.0 */
#include "heddle/workers/terminal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct {
	bool looked, there;
	struct termios settings;
} at_first;

static void remember_settings(int fd)
{
	at_first.looked = true;
	at_first.there = !tcgetattr(fd, &at_first.settings) && !atexit(hd_terminal_put_back);
}

static bool is_as_it_was(int fd)
{
	struct termios now;

	return tcgetattr(fd, &now) ||
	       (now.c_iflag == at_first.settings.c_iflag && now.c_oflag == at_first.settings.c_oflag &&
		now.c_cflag == at_first.settings.c_cflag && now.c_lflag == at_first.settings.c_lflag &&
		!memcmp(now.c_cc, at_first.settings.c_cc, sizeof now.c_cc));
}

/* From the background that is possible with SIGTTOU blocked alone. */
static void put_back(int fd)
{
	sigset_t set, old;

	sigemptyset(&set);
	sigaddset(&set, SIGTTOU);
	sigprocmask(SIG_BLOCK, &set, &old);
	tcsetattr(fd, TCSANOW, &at_first.settings);
	sigprocmask(SIG_SETMASK, &old, NULL);
}

void hd_terminal_put_back(void)
{
	int fd = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (!at_first.looked)
		remember_settings(fd);
	else if (at_first.there && !is_as_it_was(fd))
		put_back(fd);
	close(fd);
}
