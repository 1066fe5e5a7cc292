/* SPDX-License-Identifier: Apache-2.0
 * io_fifo.c: opening a FIFO waits for the other end, in either order; lines go through it as a stream; the
 * reader sees the end when the last writer has closed it.
 * EXPECT: passed
 * ARGS: -n 200
 * DETERMINISM: 40 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/heddle-fifo-XXXXXX", first[64], second[64];

static void *other(void *wrong)
{
	FILE *lines = fopen(first, "w");
	int fd;
	char c;

	if (!lines || fprintf(lines, "one\ntwo %d\n", 2) < 0 || fclose(lines))
		return wrong;
	fd = open(second, O_RDONLY);
	if (fd < 0 || read(fd, &c, 1) != 1 || c != 'x' || read(fd, &c, 1) != 0 || close(fd))
		return wrong;
	return NULL;
}

static int read_lines(void)
{
	FILE *lines = fopen(first, "r");
	char *line = NULL;
	size_t room = 0;
	int number = 0, ok;

	ok = lines && getline(&line, &room, lines) == 4 && !strcmp(line, "one\n") &&
	     fscanf(lines, "two %d\n", &number) == 1 && number == 2 && fgetc(lines) == EOF && feof(lines);
	free(line);
	return ok && !fclose(lines) ? 0 : 1;
}

int main(void)
{
	pthread_t t;
	void *wrong = &t;
	int fd, failed = 1;

	if (!mkdtemp(folder))
		return 1;
	sprintf(first, "%s/first", folder);
	sprintf(second, "%s/second", folder);
	if (mkfifo(first, 0600) || mkfifo(second, 0600))
		return 2;
	if (open(first, O_WRONLY | O_NONBLOCK) != -1 || errno != ENXIO)
		return 3;
	pthread_create(&t, NULL, other, folder);
	if (!read_lines()) {
		fd = open(second, O_WRONLY);
		failed = fd < 0 || write(fd, "x", 1) != 1 || close(fd);
	}
	if (!failed)
		pthread_join(t, &wrong);
	unlink(first);
	unlink(second);
	rmdir(folder);
	return failed || wrong ? 4 : 0;
}
