/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/reset/own_process.h"

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "runtime/common/format.h"
#include "runtime/engine/sched.h"

#define TEXT_MAX 8192

/* Replaces the number at `at` by one digit. */
static void set_number(char *at, char digit)
{
	size_t digits = strspn(at, "0123456789");

	if (!digits)
		return;
	*at = digit;
	memmove(at + 1, at + digits, strlen(at + digits) + 1);
}

/* "PID (NAME) STATE PARENT …": the name may contain anything, so the last parenthesis counts. */
static void edit_stat(char *text)
{
	char *end = strrchr(text, ')');

	if (end && strlen(end) > 4)
		set_number(end + 4, '1');
}

static void edit_line(char *text, const char *name, char digit)
{
	char *at = strstr(text, name);

	if (at)
		set_number(at + strlen(name), digit);
}

static void edit_status(char *text)
{
	edit_line(text, "\nPPid:\t", '1');
	edit_line(text, "\nTracerPid:\t", '0');
}

static const struct own_file {
	const char *path;
	void (*edit)(char *text);
} files[] = {{"/proc/self/stat", edit_stat}, {"/proc/self/status", edit_status}};

/* The whole text of a file, or false: it cannot be read, or is longer. */
static bool read_text(int fd, char text[static TEXT_MAX])
{
	size_t n = 0;
	long got;

	while (n < TEXT_MAX - 1 && (got = hd_syscall(SYS_pread64, fd, text + n, TEXT_MAX - 1 - n, n)) > 0)
		n += (size_t)got;
	text[n] = '\0';
	return n > 0 && n < TEXT_MAX - 1;
}

/* A file of this text takes the place of the one behind the descriptor, whose flags stay. */
static void put_behind(int fd, const char *text)
{
	int made = (int)hd_syscall(SYS_memfd_create, "proc", MFD_CLOEXEC);
	int cloexec = (int)hd_syscall(SYS_fcntl, fd, F_GETFD) & FD_CLOEXEC ? O_CLOEXEC : 0;
	size_t length = strlen(text);

	if (made < 0)
		return;
	if (hd_syscall(SYS_pwrite64, made, text, length, 0) == (long)length)
		hd_syscall(SYS_dup3, made, fd, cloexec);
	hd_syscall(SYS_close, made);
}

void hd_own_process_opened(int fd, const char *path)
{
	static char text[TEXT_MAX]; /* threads may have small stacks */

	if (fd < 0 || !path || !hd_active())
		return;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (strcmp(path, files[i].path) == 0 && read_text(fd, text)) {
			files[i].edit(text);
			put_behind(fd, text);
		}
}
